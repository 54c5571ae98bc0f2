// What runs in the host page of the tests: it makes views and writes down what they say.
import { preparePage } from "./page-program.ts";

preparePage();
