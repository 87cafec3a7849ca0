import type { Mutation } from './list.mjs'
export function findSource(mutation: Pick<Mutation, 'where' | 'find'>): string[]
export function findTests(mutation: Pick<Mutation, 'where' | 'test'>): string[]
