export { default } from "@x/tooling/vitest";
