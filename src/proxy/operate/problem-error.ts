/** A problem that the operator must solve: exit code 1. */
export class ProblemError extends Error {}
