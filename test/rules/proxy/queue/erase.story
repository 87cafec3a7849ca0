# Erasing deletes all rows of a customer. A keyed hash of each order stays for seven days, so a webhook does not bring it back.

## it deletes events that wait, dead letters and delivered events
order 1; order 2; deliver 1; die 2; order 3; sign-up; erase ada -> 3 events, 1 records; rows ->

## it knows each spelling of the address, and leaves others
order 1; order 2 by=eve; erase ADA@example.com -> 1 events, 0 records; rows -> 2 waiting

## a webhook that is sent again does not bring the order back
webhook 1; +1m; deliver 1; erase ada -> 0 events, 1 records; anew 1 -> duplicate; rows ->

## a webhook of an order that only the page had reported
order 1; erase ada; webhook 1 as=b -> duplicate; rows ->

## a webhook of an order that was erased under its second name
order 5551 signed; erase ada; webhook 1001 name=5551 -> duplicate; rows ->

## after seven days the order is new
+10m; webhook 1; erase ada; +7d-1ms; sweep; anew 1 -> duplicate; +1ms; sweep; anew 1 -> new

## it is not forgotten by a clock that may be wrong
webhook 1; erase ada; clock +8d; sweep; anew 1 -> duplicate

## a page or the server may report the order again
order 1; order 2; erase ada; anew 1 -> new; server 2 as=b -> new

## a page's report in the same moment as the webhook
webhook 1; erase ada; anew 1 & order 1 as=page -> duplicate new; rows -> page waiting

## another order, or the same number of another customer, is new
webhook 1; erase ada; webhook 2 -> new; webhook 1 by=eve as=c -> new

## an event that is erased while it is sent has no outcome
order 1; claim -> 1; erase ada; deliver 1; rows ->; log -> operator 1

## the customer may sign up again
sign-up city=Rome; erase ada; anew sign-up -> new

## it makes room
limits waiting=1; order 1 signed; erase ada; order 2 signed by=eve -> new

## the database contains nothing of the customer
order Order-1 items=Copper-Mug; die Order-1; erase ada; sees ada@ Order-1 Copper-Mug -> none
