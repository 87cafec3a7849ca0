export const MUTATIONS: { name: string; file: string; find: string; replace: string; test: string }[]
