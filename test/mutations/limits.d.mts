import type { Mutation } from './list.mjs'
export const LIMIT_MUTATIONS: Mutation[]
