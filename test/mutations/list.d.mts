export interface Mutation {
  name: string
  where: string
  find: string
  replace: string
  test: string
  /** The queue's engine on which the test runs. */
  store?: 'Postgres'
}
export const MUTATIONS: Mutation[]
