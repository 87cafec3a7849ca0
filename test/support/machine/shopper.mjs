/**
 * Sends one order after another, each until the proxy acknowledges it, as browsers do. After SIGTERM it prints the last order's number.
 */
const [proxy, first] = process.argv.slice(2)
const PAUSE_MS = 250
let isLast = false
let number = Number(first)
process.once('SIGTERM', () => {
  isLast = true
})

const wait = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

async function send(order) {
  const email = `shopper-${order}@mail.test`
  const body = { email, cart_data: { order_number: `N-${order}`, cart_value: 5880 }, cart_items: [] }
  const event = JSON.stringify({ v: 3, id: crypto.randomUUID(), kind: 'convert', age: 0, raw: { passed: [body] } })
  const headers = { origin: 'https://shop.example', 'x-forwarded-for': `10.0.${order >> 8}.${order & 255}` }
  for (;;) {
    const answer = await fetch(proxy, { method: 'POST', headers, body: event }).catch(() => undefined)
    if (answer?.status === 202) return
    if (answer && ![429, 502, 503].includes(answer.status)) throw new Error(`${answer.status} ${await answer.text()}`)
    await wait()
  }
}

for (; !isLast; number += 1) {
  await send(number)
  await wait()
}
console.log(number - 1)
