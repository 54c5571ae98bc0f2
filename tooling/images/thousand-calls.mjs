// What the real servers of a pool are asked, so that every sandbox is held to the same.
const each = 1000;

const calls = {
  everything: (index) => ["everything__echo", { message: `m${index} äöü` }, new RegExp(`m${index} äöü`)],
  files: () => ["files__list_allowed_directories", {}, /\/workspace/],
  time: () => ["time__get_current_time", { timezone: "Asia/Tokyo" }, /Asia\/Tokyo/],
  sqlite: (index) => ["sqlite__write_query", { query: `INSERT INTO t VALUES (${index})` }, /affected_rows/],
};

/** Calls each server a thousand times, one call after the other. Resolves with what SQLite has counted in the end. */
export async function thousandCalls(pool) {
  await pool.callTool("sqlite__create_table", { query: "CREATE TABLE t (n INTEGER)" });
  for (const make of Object.values(calls)) {
    for (let index = 0; index < each; index += 1) {
      const [name, args, expected] = make(index);
      const result = await pool.callTool(name, args);
      if (result.isError || !expected.test(JSON.stringify(result.content)))
        throw new Error(`${name} #${index}: ${JSON.stringify(result.content)}`);
    }
  }
  const { output } = await pool.callTool("sqlite__read_query", { query: "SELECT count(*) AS n FROM t" });
  return Number(/'n': (\d+)/.exec(JSON.stringify(output))?.[1]);
}
