/** Promise: each platform's file reports a placed order from the shop's server, in a real PHP. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Event } from '../../src/contract/event.js'
import { listPlatforms } from '../../src/recipes/read-recipes.js'
import { isInstalled } from '../support/programs.mjs'

const FOLDER = 'src/recipes'
const readFile = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const CALL = readFile('ringup-report.php')

/** Makes an object whose methods return given values, like the objects of Magento and Shopware. */
const OBJECT = `class Stub {
  function __construct(private array $values) {}
  function __call($name, $arguments) { return $this->values[$name] ?? null; }
}`

/** Each platform's own classes, as far as its file uses them, and the order that is placed. */
const SHOPS: [platform: string, file: string, before: string, after: string][] = [
  [
    'OpenCart',
    'opencart/server.php',
    `namespace Opencart\\System\\Engine { class Controller {
      function __get($name) { return new class { public $data = ['coupon' => 'SAVE10'];
        function get() { return true; }
        function format($amount, $code, $value) { return round($amount * $value, 2); }
        function getOrder() { return ['order_id' => 1001, 'order_status_id' => 0, 'email' => 'ada@example.com', 'total' => '100.0000', 'currency_code' => 'EUR', 'currency_value' => '0.5']; }
        function getProducts() { return [['model' => 'MUG', 'name' => 'Mug &amp; lid', 'quantity' => '3', 'price' => '20.0000', 'tax' => '3.3333']]; } }; } } }`,
    `$route = 'x'; $args = [1001, 1]; (new \\Opencart\\Catalog\\Controller\\Event\\Ringup)->index($route, $args);`,
  ],
  [
    'PrestaShop',
    'prestashop/server.php',
    `namespace { class Module { public $name, $version, $author, $displayName, $description; function __construct() {} }
      class Order { public $reference = '1001'; public $total_paid = '50.000000';
        function getProductsDetail() { return [['product_id' => 'MUG', 'product_name' => 'Mug & lid', 'product_quantity' => '3', 'unit_price_tax_incl' => '11.666650', 'total_price_tax_incl' => '34.999950']]; } }
      class Cart { function getCartRules() { return [['code' => 'SAVE10'], ['code' => '']]; } } }`,
    `(new \\Ringup)->hookActionValidateOrder(['order' => new \\Order, 'cart' => new \\Cart, 'customer' => (object) ['email' => 'ada@example.com'], 'currency' => (object) ['iso_code' => 'EUR']]);`,
  ],
  [
    'Magento 2',
    'magento/server.php',
    `namespace Magento\\Framework\\Event { interface ObserverInterface {} class Observer { function __construct(private array $values) {} function getData($name) { return $this->values[$name] ?? null; } } }
     namespace { ${OBJECT} }`,
    `$item = new \\Stub(['getSku' => 'MUG', 'getName' => 'Mug & lid', 'getQtyOrdered' => '3.0000', 'getPriceInclTax' => '11.6667', 'getRowTotalInclTax' => '35.0000']);
     $order = new \\Stub(['getIncrementId' => '1001', 'getCustomerEmail' => 'ada@example.com', 'getGrandTotal' => '50.0000', 'getOrderCurrencyCode' => 'EUR', 'getCouponCode' => 'SAVE10', 'getAllVisibleItems' => [$item]]);
     (new \\Shop\\Ringup\\Observer\\Report)->execute(new \\Magento\\Framework\\Event\\Observer(['order' => $order]));`,
  ],
  [
    'Shopware 6',
    'shopware/server.php',
    `namespace Symfony\\Component\\EventDispatcher { interface EventSubscriberInterface {} }
     namespace Shopware\\Core\\Checkout\\Cart\\Event { class CheckoutOrderPlacedEvent { function __construct(private $order) {} function getOrder() { return $this->order; } } }
     namespace { ${OBJECT} }`,
    `$lines = ['a' => new \\Stub(['getType' => 'product', 'getPayload' => ['productNumber' => 'MUG'], 'getLabel' => 'Mug & lid', 'getQuantity' => 3, 'getUnitPrice' => 11.66665, 'getTotalPrice' => 35.0]),
       'b' => new \\Stub(['getType' => 'promotion', 'getPayload' => ['code' => 'SAVE10']])];
     $order = new \\Stub(['getOrderNumber' => '1001', 'getOrderCustomer' => new \\Stub(['getEmail' => 'ada@example.com']), 'getAmountTotal' => 50.0, 'getCurrency' => new \\Stub(['getIsoCode' => 'EUR']), 'getLineItems' => new \\Stub(['getElements' => $lines])]);
     (new \\Shop\\Ringup\\Report)->report(new \\Shopware\\Core\\Checkout\\Cart\\Event\\CheckoutOrderPlacedEvent($order));`,
  ],
]

test('each file of PHP is run', () => {
  const files = listPlatforms().map((folder) => join(folder, 'server.php'))
  expect(files.filter(existsSync)).toEqual(SHOPS.map(([, file]) => join(FOLDER, file)).sort())
})

describe.skipIf(!isInstalled('php'))('a placed order', () => {
  test.each(SHOPS)('of %s reaches the proxy as its page would send it', async (_platform, file, before, after) => {
    const { requests, address } = await listen()
    await runPhp(address, before, readFile(file), after)
    expect(requests).toEqual([{ authorization: 'Bearer your server token', event: EXPECTED }])
  })
})

const EXPECTED = {
  v: 1,
  id: 'b536cd51-a315-554e-831f-f960926929f1',
  kind: 'convert',
  age: 0,
  body: {
    email: 'ada@example.com',
    cart_data: { order_number: '1001', cart_value: 5000, promo: 'SAVE10', currency: 'EUR' },
    cart_items: [{ product_id: 'MUG', name: 'Mug & lid', item_qty: 3, price: 1167, qty_price: 3500 }],
  },
}

async function listen() {
  const requests: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization, event: Event.parse(JSON.parse(body)) })
      response.writeHead(202).end('{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ringup` }
}

/** Runs the platform's file in a program of its own, with the call in the shop's root folder. */
async function runPhp(address: string, before: string, block: string, after: string) {
  const root = mkdtempSync(join(tmpdir(), 'ringup-php-'))
  const toRoot = (code: string) => code.replace(/^require_once .*$/m, '')
  writeFileSync(join(root, 'ringup-report.php'), CALL.replace('https://shop.example.com/ringup', address))
  writeFileSync(join(root, 'before.php'), `<?php\n${before}`)
  writeFileSync(join(root, 'block.php'), toRoot(block))
  writeFileSync(
    join(root, 'run.php'),
    `<?php\nforeach (['before', 'ringup-report', 'block'] as $file) require __DIR__ . "/$file.php";\n${after}`,
  )
  const { stdout, stderr } = await promisify(execFile)('php', ['-d', 'error_reporting=-1', join(root, 'run.php')])
  expect([stdout, stderr]).toEqual(['', ''])
}
