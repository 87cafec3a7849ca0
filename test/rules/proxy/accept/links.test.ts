/** Promise: an unsigned event links only to the shop's own sites. Every link is read as browsers read it. */
import { expect, test } from 'vitest'
import type { Conversion } from '../../../../src/contract/conversion.js'
import { createLinks, removeForeignLinks } from '../../../../src/proxy/accept/links.js'

const links = createLinks({
  origins: ['https://www.shop.co.uk', 'https://ada.myshopify.com', 'http://localhost:3000'],
})

test.each<[link: string, isOwn: boolean, reason: string]>([
  ['https://www.shop.co.uk/cart?c=1', true, 'a host of the origins'],
  ['http://www.shop.co.uk/cart', true, 'without TLS'],
  ['https://www.shop.co.uk:8443/cart', true, 'at another port'],
  ['https://checkout.shop.co.uk/', true, 'another host of its registrable domain'],
  ['https://shop.co.uk/', true, 'the domain itself'],
  ['https://ada.myshopify.com/cart', true, 'a shop on a platform'],
  ['http://localhost:4000/', true, 'a host without a domain'],
  ['HTTPS://WWW.SHOP.CO.UK/', true, 'in capitals'],
  ['/cart/restore?c=1', true, 'a page within the shop'],
  ['https://evil.example/', false, 'another site'],
  ['https://other.co.uk/', false, 'only its public suffix'],
  ['https://eve.myshopify.com/', false, 'another shop of the platform'],
  ['https://shop.co.uk.evil.example/', false, 'our name in front'],
  ['https://evilshop.co.uk/', false, 'our name at the end'],
  ['https://www.shop.co.uk@evil.example/', false, 'our name as a user'],
  ['https://eve@www.shop.co.uk/', false, 'a user in front of ours'],
  ['https://www.shop.co.uk\\@evil.example/', false, 'some programs read a host, others a path'],
  ['//evil.example/', false, 'a host without a scheme'],
  ['/\\evil.example/', false, 'a host without a scheme, with a backslash'],
  ['https:evil.example', false, 'a scheme without slashes'],
  ['javascript:alert(1)//www.shop.co.uk', false, 'a script'],
  ['data:text/html,x', false, 'a page inside the address'],
  ['ftp://www.shop.co.uk/', false, 'another scheme'],
  ['java\tscript:alert(1)', false, 'a sign that browsers leave out'],
  ['https://www.shop.co.uk\u202e/', false, 'a direction mark'],
  ['https://127.0.0.1/', false, 'a number'],
  ['https://', false, 'nowhere'],
  ['', true, 'an empty link'],
])('a link to %j stays: %j (%s)', (link, isOwn) => {
  expect(links.isOwn(link)).toBe(isOwn)
})

test.each<[link: string, isSafe: boolean]>([
  ['https://cdn.example/mug.jpg', true],
  ['/mug.jpg', true],
  ['http://cdn.example/mug.jpg', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,x', false],
  ['https://eve@cdn.example/', false],
])('the picture %j stays: %j', (link, isSafe) => {
  expect(links.isSafeImage(link)).toBe(isSafe)
})

test('foreign links are removed and named, and the rest of the order stays', () => {
  const own = { order_number: '1001', page: 'https://shop.co.uk/x', text: 'See https://evil.example/' }
  const order = {
    email: 'ada@example.com',
    cart_data: { ...own, return_url: 'https://evil.example/', note: '//evil.example/' },
    cart_items: [
      { product_id: 'a', link: 'https://evil.example/a', product_url: '/a', image_url: 'http://cdn.example/a' },
      { product_id: 'b', product_url: 'https://evil.example/b', image_url: 'https://cdn.example/b' },
    ],
  } as Conversion
  expect(removeForeignLinks(order, links)).toEqual([
    ...['cart_data.return_url', 'cart_data.note'],
    ...['cart_items.0.link', 'cart_items.0.image_url', 'cart_items.1.product_url'],
  ])
  const cart_items = [
    { product_id: 'a', product_url: '/a' },
    { product_id: 'b', image_url: 'https://cdn.example/b' },
  ]
  expect(order).toEqual({ email: 'ada@example.com', cart_data: own, cart_items })
})
