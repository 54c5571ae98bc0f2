export { default } from "./vitest.js";
