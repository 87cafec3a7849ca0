export interface Mutation {
  name: string
  where: string
  find: string
  replace: string
  test: string
}
export const MUTATIONS: Mutation[]
