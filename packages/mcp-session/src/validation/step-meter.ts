/** Counts the work of one check, so that no schema and value together can hold the thread for long. */
export interface StepMeter {
  /** Starts a count of at most so many steps. */
  start(maxSteps: number): void;
  /** @throws StepsExhausted when the count is used up. */
  spend(steps: number): void;
}

/** One check took more steps than it may. */
class StepsExhausted extends Error {}

/** The keyword that {@link StepMeter} is fed by: put into every subschema, with the price of one evaluation. */
export const stepKeyword = "x-step";

/** Makes a meter that has no steps to give until it is started. */
export function createStepMeter(): StepMeter {
  let left = 0;
  return {
    start(maxSteps) {
      left = maxSteps;
    },
    spend(steps) {
      left -= steps;
      if (left < 0) throw new StepsExhausted("The check took too many steps.");
    },
  };
}
