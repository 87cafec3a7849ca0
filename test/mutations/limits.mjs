/**
 * Changes one limit of the contract at a time: the file, its line, the changed line, and the test that must fail.
 * Most limits become twice as generous.
 */
const LIMITS = [
  ['src/contract', 'MAX_EVENT_BYTES = 48 * 1024', 'MAX_EVENT_BYTES = 96 * 1024', 'outbox'],
  ['src/contract', 'AIM_BYTES = 16 * 1024', 'AIM_BYTES = 32 * 1024', 'shorten'],
  ['src/contract', 'MAX_BODY_BYTES = 64 * 1024', 'MAX_BODY_BYTES = 128 * 1024', 'guards'],
  ['src/contract', 'convert: 86_400_000', 'convert: 172_800_000', 'outbox'],
  ['src/contract', 'addToList: 259_200_000', 'addToList: 518_400_000', 'outbox'],
  ['src/contract', 'MAX_AGE_MS = 259_200_000', 'MAX_AGE_MS = 518_400_000', 'guards'],
  ['src/proxy/accept', 'MAX_BLOCKS = 50_000', 'MAX_BLOCKS = 100_000', 'rate'],
  ['src/contract', 'MAX_EMAIL_LENGTH = 254', 'MAX_EMAIL_LENGTH = 508', 'email'],
  ['src/contract', '{1,64}$/', '{1,128}$/', 'proxy/settings'],
  ['src/contract', 'MAX_ADDITIONAL_FIELDS = 50', 'MAX_ADDITIONAL_FIELDS = 100', 'guards'],
  ['src/contract', 'MAX_FIELD_NAME_LENGTH = 64', 'MAX_FIELD_NAME_LENGTH = 128', 'contact'],
  ['src/contract', 'MAX_FIELD_VALUE_LENGTH = 1_000', 'MAX_FIELD_VALUE_LENGTH = 2_000', 'contact'],

  ['src/snippet', 'MAX_EVENTS = 20', 'MAX_EVENTS = 40', 'outbox'],
  ['src/snippet', 'MAX_BYTES = 96 * 1024', 'MAX_BYTES = 192 * 1024', 'outbox'],
  ['src/snippet', 'MAX_HELD = 10', 'MAX_HELD = 20', 'core/decide'],
  ['src/snippet', 'LEASE_MS = 3_000', 'LEASE_MS = 6_000', 'outbox'],
  ['src/snippet', 'MAX_AHEAD_MS = 300_000', 'MAX_AHEAD_MS = 600_000_000', 'outbox'],
  ['src/snippet', 'TIMEOUT_MS = 10_000', 'TIMEOUT_MS = 20_000', 'outbox'],
  ['src/snippet', 'TIMEOUT_MS = 3000', 'TIMEOUT_MS = 6000', 'convert'],
  ['src/snippet', '200, maxRows: 50', '200, maxRows: 100', 'shorten'],
  ['src/snippet', '200, maxRows: Number', '400, maxRows: Number', 'shorten'],
  ['src/snippet', 'LONGEST_MS = 30_000', 'LONGEST_MS = 60_000', 'convert-on'],

  ['src/normalise', 'MAX_PROBLEMS = 50', 'MAX_PROBLEMS = 100', 'order'],
  ['src/contract/order-number.ts', 'MAX_LENGTH = 200', 'MAX_LENGTH = 400', 'order-number'],
  ['src/normalise', 'MAX_NUMBER = 64', 'MAX_NUMBER = 128', 'cents'],

  ['src/proxy/accept', 'MAX_READ_MS = 10_000', 'MAX_READ_MS = 20_000', 'guards'],
  ['src/proxy/accept', 'MAX_DEPTH = 8', 'MAX_DEPTH = 16', 'guards'],
  ['src/proxy/accept', 'MAX_NODES = 8_000', 'MAX_NODES = 16_000', 'guards'],
  ['src/proxy/accept', 'totalBytes: 64 * MIB', 'totalBytes: 128 * MIB', 'body-quota'],
  ['src/proxy/accept', 'totalBytes: 32 * MIB', 'totalBytes: 64 * MIB', 'body-quota'],
  ['src/proxy', 'MAX_SIGNED_S = 86_400', 'MAX_SIGNED_S = 172_800', 'signature'],
  ['src/proxy', 'MAX_WEBHOOK_BYTES = 4 * 1024 * 1024', 'MAX_WEBHOOK_BYTES = 8 * 1024 * 1024', 'webhooks'],
  ['src/proxy', 'LINES_PER_MINUTE = 10', 'LINES_PER_MINUTE = 20', 'request-log'],
  ['src/proxy', "from 1 on', 1, 1e9), '20'", "from 1 on', 1, 1e9), '40'", 'settings'],
  ['src/proxy', "from 1 on', 1, 1e9), '5'", "from 1 on', 1, 1e9), '10'", 'settings'],
  ['src/proxy/run', 'YEAR_MS = 365 * 86_400_000', 'YEAR_MS = 730 * 86_400_000', 'script-archive'],
  ['src/proxy/service.ts', 'STOP_MS = 9_200', 'STOP_MS = 18_400', 'stopping'],
  ['src/proxy/queue', 'ID_KEPT_MS = 7 * DAY_MS', 'ID_KEPT_MS = 14 * DAY_MS', 'queue'],
  ['src/proxy/queue', 'const KEPT_MS = 180 * DAY_MS', 'const KEPT_MS = 360 * DAY_MS', 'queue'],
  ['src/proxy/queue', 'CART_KEPT_MS = 30 * MINUTE_MS', 'CART_KEPT_MS = 60 * MINUTE_MS', 'queue'],
  ['src/proxy/queue', 'DEAD_KEPT_MS = 14 * DAY_MS', 'DEAD_KEPT_MS = 28 * DAY_MS', 'queue'],
  ['src/proxy/forward', 'TOTAL_MS = 10_000', 'TOTAL_MS = 20_000', 'call-api'],
  ['src/proxy/forward', 'MAX_ANSWER_BYTES = 2_048', 'MAX_ANSWER_BYTES = 4_096', 'call-api'],
  ['src/proxy/forward', 'MAX_AT_ONCE = 4', 'MAX_AT_ONCE = 8', 'target'],
  ['src/proxy/forward', 'HANGS_MS = 2 * SECOND_MS', 'HANGS_MS = 4 * SECOND_MS', 'scheduler'],
  ['src/proxy/forward', 'MAX_HANGING = 32', 'MAX_HANGING = 64', 'scheduler'],
  ['src/proxy/forward', 'LIST_WAIT_MS = 1 * MINUTE_MS', 'LIST_WAIT_MS = 2 * MINUTE_MS', 'scheduler'],
  ['src/proxy/queue', 'convert: 3 * DAY_MS', 'convert: 6 * DAY_MS', 'scheduler'],
  ['src/proxy/queue', 'addToList: 7 * DAY_MS', 'addToList: 14 * DAY_MS', 'scheduler'],
  ['src/proxy/queue', 'UNSIGNED = 0.75', 'UNSIGNED = 0.9', 'queue'],
  ['src/proxy/queue', 'DISTRUST_MS = 600_000', 'DISTRUST_MS = 1_200_000', 'queue'],
  [
    'src/proxy/forward',
    '[1 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]',
    '[1 * MINUTE_MS, 10 * MINUTE_MS]',
    'scheduler',
  ],
]

export const LIMIT_MUTATIONS = LIMITS.map(([where, find, replace, test]) => {
  return { name: `${find} is ${replace.split(' = ').at(-1)}`, where, find, replace, test }
})
