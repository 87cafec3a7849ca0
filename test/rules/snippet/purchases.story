# The page reports each order of exactly the named event by itself, once for a number. The proxy learns what the others lack.

## before and after the script, oldest first
layer purchase 1 by=ada; page on=purchase -> >1:ada 1:ada:accepted; push purchase 2 by=bob -> >2:bob 2:bob:accepted

## once for a number, each number
page on=purchase; push purchase 1 by=ada -> >1:ada 1:ada:accepted; push purchase 1 by=ada ->; push purchase 2 by=ada -> >2:ada 2:ada:accepted

## two customers before the script: each order has its own
layer user by=ada; layer purchase 1; layer user by=bob; layer purchase 2; page on=purchase -> >1:ada >2:bob 1:ada:accepted 2:bob:accepted

## never with the address of another order
layer purchase 1 by=ada; layer purchase 2; page on=purchase -> >1:ada >2:- 1:ada:accepted 2:-:rejected:no_email; hidden ->

## another event does not count
layer purchase 1 by=ada; page on=paid ->; push paid 2 by=ada -> >2:ada 2:ada:accepted; hidden ->

## an order waits for its customer
page on=purchase; push purchase 1 ->; +10s ->; push user by=ada -> >1:ada 1:ada:accepted; +1m ->

## for 30 s, and takes no address after that
page on=purchase; push purchase 1 ->; +29999ms ->; +1ms -> >1:-@1ms 1:-:rejected:no_email@1ms; push user by=ada ->

## also if another one was there before
page on=purchase; push purchase 1 ->; +29s ->; push purchase 2 ->; +5s -> >1:-@1s 1:-:rejected:no_email@1s; show email=ada ->; +1s ->

## a mark of a later order is not an earlier one's
page on=purchase; push purchase 1 ->; push purchase 2 by=ada -> >2:ada 2:ada:accepted; show email=bob ->; +40s -> >1:-@30s 1:-:rejected:no_email@30s

## it is gathered again as the page changes
layer purchase 15; page on=purchase selectors=order_number:#no,email:#mail ->; show #no=XK; +1s ->; show #no=XK #mail=ada; +1s -> >XK:ada@200ms XK:ada:accepted@200ms

## it leaves as it is when the page is hidden, once
layer purchase 15 by=ada; page on=purchase selectors=order_number:#no ->; hidden -> >15:ada 15:ada:accepted; visible ->; hidden ->

## and after 30 s
layer purchase 15 by=ada; page on=purchase selectors=order_number:#no ->; +29999ms ->; +1ms -> >15:ada@1ms 15:ada:accepted@1ms

## it does not wait for a promo code
layer purchase 1 by=ada; page on=purchase selectors=promo:#code -> >1:ada 1:ada:accepted

## a second order whose number a selector names
show #no=1; page on=purchase selectors=order_number:#no; push purchase items by=ada -> >1:ada 1:ada:accepted; +5s; show #no=2; push purchase items by=ada -> >2:ada 2:ada:accepted; +5s ->

## it is not lost when a single-page shop moves on
show #no=A-1; page on=load selectors=order_number:#no,cart_value:#total email=#mail ->; show #no=A-1 #total=5; +1s ->
show #no=A-1 #total=5 #mail=ada; +1s -> >A-1:ada@200ms A-1:ada:accepted@200ms; show; +1m ->

## the reading with most fields counts
page on=load selectors=order_number:#no,cart_value:#total,order:#json email=#mail ->; show #no=A-1 #total=5 #mail=ada; +1s ->; show #no=A-1 #total=5; +1m -> >A-1:ada@29s200ms A-1:ada:accepted@29s200ms

## of two readings with as many fields, the later one counts
page on=load selectors=order_number:#no,cart_value:#total email=#mail ->; show #no=A-1 #mail=ada; +1s ->; show #no=A-1 #mail=bob; +1m -> >A-1:bob@29s200ms A-1:bob:accepted@29s200ms

## an order without its address leaves as it was when the page moves on
show order_number=L-1; page on=load ->; +1s ->; show; +3s -> >L-1:-@200ms L-1:-:rejected:no_email@200ms

## the proxy learns what a purchase lacks when the shopper leaves: its number, its order, its customer
layer purchase {{id}} by=ada; page on=purchase ->; hidden -> >-:ada:no_order_number -:ada:no_order_number:accepted; hidden ->
layer purchase; page on=purchase ->; hidden -> >-:-:no_order -:-:no_order:rejected:no_email
layer purchase by=ada; page on=purchase ->; hidden -> >-:ada:no_order -:ada:no_order:accepted
layer purchase 1; page on=purchase ->; hidden -> >1:- 1:-:rejected:no_email

## a tag for ads repeats the event without a number, before or after the order: nothing lacks
layer purchase ads; layer purchase 1 by=ada; page on=purchase -> >1:ada 1:ada:accepted; hidden ->
layer purchase 2 by=ada; layer purchase ads; page on=purchase -> >2:ada 2:ada:accepted; hidden ->

## an event takes the order that was pushed before, with another event between
layer order 1 items by=ada; layer view_item_list items; layer purchase; page on=purchase -> >1:ada 1:ada:accepted

## but not one before another purchase
layer order 1 items; layer purchase 2 by=ada; layer purchase; page on=purchase -> >2:ada 2:ada:accepted; hidden ->

## load: an order that is shown later is looked for as long as the page is open
page on=load ->; +10m ->; show order_number=L-1 email=ada; +3s -> >L-1:ada@2s L-1:ada:accepted@2s

## also while the page is hidden
page on=load ->; hidden; show order_number=L-1 email=ada; +1s -> >L-1:ada@200ms L-1:ada:accepted@200ms

## its number may come after its items
show product_id=MUG; page on=load ->; +1m ->; show product_id=MUG order_number=L-1 email=ada; +3s -> >L-1:ada@2s L-1:ada:accepted@2s; hidden ->

## then it has 30 s for its address
page on=load ->; +1m; show order_number=L-1; +33s -> >L-1:-@32s L-1:-:rejected:no_email@32s; show order_number=L-1 email=ada; +3s ->

## a second thank-you page in one document converts too, the first not again
show order_number=S-1 email=ada; page on=load -> >S-1:ada S-1:ada:accepted; show; +1m ->; show order_number=S-2 email=ada; +3s -> >S-2:ada@2s S-2:ada:accepted@2s; show order_number=S-1 email=ada; +3s ->

## never before the page has loaded
layer purchase 1 by=ada; state loading; page on=load ->; hidden ->; +1s ->; loaded -> >1:ada 1:ada:accepted; +1ms ->

## it does not wait for a hanging picture when the shopper leaves
layer purchase 1 by=ada; state interactive; page on=load ->; hidden -> >1:ada 1:ada:accepted

## an event without an order does not take the number of another event, whose purchase follows
page on=purchase; push paid 1 by=ada ->; push purchase ->; push purchase 1 by=ada -> >1:ada 1:ada:accepted; +40s ->; hidden -> >-:-:no_order_number -:-:no_order_number:rejected:no_email
