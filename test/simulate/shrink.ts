/** Shortens a failing plan. Leaves out steps, many together and then one by one, as long as this promise still breaks. */
import type { Plan, Step } from './plan.js'

export async function shrink(plan: Plan, isBroken: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let { steps } = plan
  for (let size = steps.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < steps.length; ) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)]
      if (await isBroken({ ...plan, steps: fewer })) steps = fewer
      else from += size
    }
  }
  return { ...plan, steps: await bringForward({ ...plan, steps }, isBroken) }
}

/** Rounds the times, because round times are easier to read. */
async function bringForward(plan: Plan, isBroken: (plan: Plan) => Promise<boolean>): Promise<Step[]> {
  const steps = plan.steps.map((step, place) => ({ ...step, atMs: place * 1_000 }))
  return (await isBroken({ ...plan, steps })) ? steps : plan.steps
}
