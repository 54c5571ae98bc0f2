// Collects the imports of all blocks of one README: blocks may import the same names, a module may not.

/** One import table for a file; `add` takes import statements as they come. */
export function importTable() {
  const names = new Map(); // local name → { from, imported, type }
  const bare = new Set(); // modules imported for nothing but their effect

  return {
    /** @param {any} statement an entry of oxc-parser's `staticImports` @param {string} where for messages */
    add({ moduleRequest, entries }, where) {
      const from = moduleRequest.value;
      if (entries.length === 0) bare.add(from);
      for (const entry of entries) {
        const local = entry.localName.value;
        const imported = importedName(entry.importName);
        const known = names.get(local);
        if (known !== undefined && (known.from !== from || known.imported !== imported))
          throw new Error(`${where}: "${local}" is imported from ${from} here and from ${known.from} above`);
        names.set(local, { from, imported, type: entry.isType && (known?.type ?? true) });
      }
    },
    render() {
      const lines = [...bare].map((from) => `import ${JSON.stringify(from)};`);
      for (const [local, { from, imported, type }] of names)
        lines.push(`import ${type ? "type " : ""}${clause(imported, local)} from ${JSON.stringify(from)};`);
      return lines.sort().join("\n");
    },
  };
}

function importedName({ kind, name }) {
  if (kind === "NamespaceObject") return "*";
  return kind === "Default" ? "default" : name;
}

function clause(imported, local) {
  if (imported === "*") return `* as ${local}`;
  return imported === local ? `{ ${local} }` : `{ ${imported} as ${local} }`;
}
