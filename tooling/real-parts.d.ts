/**
 * Whether a real part (a browser, an engine, a database) is here. Says on stderr why it is not, and throws in
 * that case when X_REQUIRE_REAL is set, as CI does. `probe` returns true, or a sentence that says what is missing
 * and how to get it; throwing that is as good.
 */
export function realPart(name: string, probe: () => true | string | Promise<true | string>): Promise<boolean>;

/** {@link realPart} for a command that must be on PATH; `install` says how to get it. */
export function realCommand(command: string, install: string): Promise<boolean>;

/** The file that runs when `command` is called, or undefined when PATH has none. */
export function findCommand(command: string): string | undefined;

/** Whether this Node is of that major version or newer. Never throws: CI runs the tests on an older and a newer one. */
export function newerNode(major: number): boolean;
