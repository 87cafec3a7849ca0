/** Promise: a selector is made of names that say what something is, not how it looks or which order it is. */
import { expect, test } from 'vitest'
import { isStable } from '../../../../src/examine/point/stable-names.js'

const toNames = (text: string) => text.trim().split(/\s+/)

test.each(
  toNames(`order-number total line-total total-price lineTitle amount product price p-name text-total border-box-price
    checkoutSuccessOrderNumber woocommerce-order-overview__total order-item item_qty is-total table-order list-items m-cart__total summary`),
)('%s stays', (name) => {
  expect(isStable(name)).toBe(true)
})

test.each(
  toNames(`flex text-sm mt-2 font-medium text-right text-[20px] sm:text-lg hover:underline w-1/2 !block -mx-auto items-center
    justify-between border-t d-none float-right pull-left col-sm-6 row table-responsive img-responsive text-muted btn-primary
    space-y-auto text-muted-foreground bg-card text-destructive clearfix order-first justify-items-center text-success bold first last alt order-1042 post-12 place-items-center`),
)('%s does not', (name) => {
  expect(isStable(name)).toBe(false)
})
