import type { Plan } from './plan.js'
export const KEPT: { name: string; plan: Plan }[] = []
