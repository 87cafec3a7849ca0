# A duplicate is answered like a new event, and has no row. Id, number and customer, cart, or the latest sign-up tell it.

## an event with the id of one in the ledger, whatever it contains
order 1 -> new; order 2 id=1 by=eve -> duplicate; rows -> 1 waiting

## an event with its own id, after it was delivered or is a dead letter
order 1; deliver 1; again 1 -> duplicate; order 2; die 2; again 2 -> duplicate

## an order with number and customer of one in the ledger, under a new id
order 1 value=100; order 1 as=b value=200 -> duplicate

## an order of a number that was delivered
order 1; deliver 1; anew 1 -> duplicate

## not an order or a sign-up that is a dead letter
order 2; die 2; anew 2 -> new; sign-up city=Rome as=a; die a; anew a -> new

## an order while its first report is being sent, or waits after a failure
order 1; claim -> 1; anew 1 -> duplicate; retry 1 busy in=1h; anew 1 -> duplicate

## a number in another spelling
order #4711; order 4711 -> duplicate; order №4711 as=c -> duplicate; order n.4711 as=d -> duplicate

## not the number of another customer
order 1; order 1 by=eve as=b -> new

## not another number of the customer, even one that begins like it
order 1; order 11 -> new; order 2 -> new

## the cart of a page without a number that is loaded again within 30 minutes
cart value=100 items=A as=a -> new; +30m-1ms; cart value=100 items=A as=b -> duplicate

## not such a cart after 30 minutes of its first report
cart value=100 items=A as=a; +20m; anew a -> duplicate; +10m; anew a -> new

## such a cart that arrives later, by the time it happened
cart value=100 as=a; +2h; cart value=100 age=2h as=b -> duplicate; cart value=100 age=2h29m as=c -> duplicate

## not such a cart that happened 30 minutes earlier, although it arrives now
cart value=100 as=a; cart value=100 age=30m as=b -> new; orders -> 2
cart value=200 age=2h as=c; cart value=200 as=d -> new

## not a cart with another value, other items, or another customer
cart value=100 items=A as=a; cart value=101 items=A as=b -> new; cart value=100 items=B as=c -> new
cart value=100 items=A by=eve as=d -> new

## other fields of a cart do not count
cart value=100 as=a; cart value=100 size=9 as=b -> duplicate

## the id of a cart is known after 30 minutes
cart value=100 as=a; +1h; again a -> duplicate

## a number is known after 30 minutes
order 1 value=100; +1h; anew 1 -> duplicate

## a cart without a number is not an order with a number
order 1 value=100; cart value=100 -> new

## a sign-up that equals the latest of its customer and list, however late
sign-up city=Rome first_name=Ada; +100d; sign-up first_name=Ada city=Rome as=b -> duplicate

## not a sign-up that equals an earlier one
sign-up city=Rome as=a; sign-up city=Oslo as=b -> new; anew a -> new; anew b -> new

## not a sign-up with a field less, of another list, or of another customer
sign-up city=Rome first_name=Ada; sign-up city=Rome as=b -> new
sign-up city=Rome on=other as=c -> new; sign-up city=Rome by=eve as=d -> new

## two reports that arrive in one moment
order 1 as=a & order 1 as=b -> new duplicate; sign-up as=c & sign-up as=d -> new duplicate; rows -> a waiting, c waiting

## different events that arrive in one moment are all new
order 1 & order 2 & order 1 by=eve as=c & sign-up -> new new new new

## an order whose row the operator has dropped is new
order 1; die 1; drop 1 -> 1; anew 1 -> new

## the second name of an order, also with another total
webhook 1001 name=5551 value=100; +1m; order 5551 value=85 -> duplicate; order #1001 value=100 as=c -> duplicate

## the second name of an order within 72 h, not later
webhook 1001 name=5551 value=100; +72h-1ms; order 5551 value=100 -> duplicate; +1ms; order 5551 value=100 as=b -> new

## not another order of the platform, whose number is the second name of the first
webhook 600 name=500 value=100; webhook 700 name=600 value=100 -> new

## not the second name of another customer's order
webhook 1001 name=5551; +1m; order 5551 by=eve -> new

## a webhook whose second name a signed page has reported
order 5551 value=100 signed; webhook 1001 name=5551 value=100 -> duplicate

## the API gets one spelling of the number
order #4711; event #4711 -> 4711, 0 tries, 0 refusals, calm, age 0s

## the API gets the name that the page reported
webhook 1001 name=5551 value=100; order 5551 value=85 as=page -> new; deliver page; +1m; event 1001 -> 5551, 0 tries, 0 refusals, calm, age 1m

## a dead webhook of the order does not choose its name
webhook 1001 name=5551 value=100; +1m; die 1001; order 5551 value=85 as=page -> new; deliver page; webhook 1001 name=5551 value=100 as=w -> new
+1m; event w -> 5551, 0 tries, 0 refusals, calm, age 1m

## the API gets the name that people see, if pages reported both
webhook 1001 name=5551 value=100; order 5551 value=100 as=a; order 1001 value=100 as=b; deliver a; deliver b
+1m; event 1001 -> 1001, 0 tries, 0 refusals, calm, age 1m

## the API gets the name that a page reported within 72 h, not earlier
order 5551 value=100 as=a; deliver a; order 5552 value=200 as=b; deliver b; +72h-1ms; webhook 1001 name=5551 value=100; +1ms
webhook 1002 name=5552 value=200; +1m; event 1001 -> 5551, 0 tries, 0 refusals, calm, age 1m1ms; deliver 1001; event 1002 -> 1002, 0 tries, 0 refusals, calm, age 1m

## the API gets the name that people see, without a page
webhook 1001 name=5551; +1m; event 1001 -> 1001, 0 tries, 0 refusals, calm, age 1m

## the API gets the name that people see, if the page reported this one
webhook 1001 name=5551; order 1001 as=page; deliver page; +1m; event 1001 -> 1001, 0 tries, 0 refusals, calm, age 1m

## another order of the platform, whose number is the second name, does not choose the name
webhook 600 name=500; webhook 700 name=600; +1m; deliver 600; event 700 -> 700, 0 tries, 0 refusals, calm, age 1m

## the page of another customer does not choose the name
webhook 1001 name=5551 value=100; order 5551 value=100 by=eve as=c; deliver c; +1m; event 1001 -> 1001, 0 tries, 0 refusals, calm, age 1m

## of one order, reports of page and webhook count once
webhook 1001 name=5551 value=100; order 5551 value=100 as=page; orders -> 1; orders both -> 1

## carts of two times count as two
cart value=100 as=a; +1h; anew a -> new; orders -> 2

## orders of two numbers count as two
webhook 1; order 2; orders -> 2; orders both -> 0

## a duplicate counts its source
order 1; deliver 1; webhook 1 as=b; orders -> 1; orders both -> 1
