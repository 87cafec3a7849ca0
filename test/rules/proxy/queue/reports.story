# A refused report is kept for 14 days with its reason and its sealed number. It ends if its network, or a signed event, brings its number.

## it has a row with its reason, and is not sent
report 1; report reason=no_order_number; claim ->; rows -> report 1 refused no_email, report refused no_order_number

## it is deleted after 14 days
+10m; report 1; +14d-1ms; sweep; rows -> report 1 refused no_email; +1ms; sweep; rows ->

## it ends when an event of its number is accepted
report 1; order 1 -> new; rows -> 1 waiting

## it ends by an order in another spelling, and of any customer
report #4711; order 4711 by=eve; rows -> 4711 waiting

## it stays when another network sends an order of its number, before or after
report 1 net=home; order 1 by=eve net=x; rows -> report 1 refused no_email, 1 waiting
order 2 by=eve net=x; report 2 net=home; rows -> report 1 refused no_email, 1 waiting, 2 waiting, report 2 refused no_email

## it ends by a signed order of any network
report 1 net=home; order 1 by=eve net=x signed; rows -> 1 waiting

## it ends by the second name of an order
report 5551; webhook 1001 name=5551; rows -> 1001 waiting

## all reports of the number end
2x report 1 as=$n; order 1; rows -> 1 waiting

## it ends by an order that arrives in the same moment
order 1 & report 1 -> new; rows -> 1 waiting

## it stays when an order of another number is accepted
report 1; order 2; order 11 by=eve; rows -> report 1 refused no_email, 2 waiting, 11 waiting

## it stays when an order without a number or a sign-up is accepted
report 1; cart value=1; sign-up; rows -> report 1 refused no_email, cart waiting, sign-up waiting

## a report without a number stays
report; order 1; rows -> report refused no_email, 1 waiting

## it stays when the event is not accepted
limits waiting=1; order 2 signed by=eve; report 1; order 1 signed -> full; rows -> 2 waiting, report 1 refused no_email

## a report is not stored if an event of its number is in the ledger
order 1; report 1; rows -> 1 waiting

## a report is stored if the number only begins like one in the ledger
order 11; report 1; rows -> 11 waiting, report 1 refused no_email

## a report is not stored if the ledger knows its number as a second name
webhook 1001 name=5551; report 5551; rows -> 1001 waiting

## an event with the id of a report is new, and ends it
report as=r; order 1 id=r -> new; rows -> r waiting

## find shows the reports of one number as one line, after the events
3x report 1 as=$n; report 2; find 1 -> report refused no_email x3
3x report 3 as=$n net=home; order 3 by=eve net=x as=a; deliver a; order 3 by=bob net=y as=b; find 3 -> a delivered, b waiting, report refused no_email x3

## the operator can drop it, and cannot replay it
report 1 as=r; replay r -> 0; drop r -> 1; rows ->

## the database shows no number, no network
report Order-1 net=192.0.2.1; sees Order-1 192.0.2.1 -> none
