import type * as z from 'zod/mini'

/** The fields that a schema names, with their types, without the additional keys that it allows. */
export type Known<Schema extends z.ZodMiniObject> = {
  [Name in keyof Schema['shape']]: z.output<Schema['shape'][Name]>
}
