# An accepted event is durable and sealed. An event that cannot be stored leaves nothing and does not fail others.

## an accepted event is there after a restart, also one that was being sent
order 1; order 2 by=eve; claim 1 -> 1; restart; claim -> 1 2

## a delivered event stays known after a restart
order 1; deliver 1; restart; anew 1 -> duplicate; claim ->

## an event that cannot be stored leaves nothing
refuse all; order 1 -> failed; rows ->; permit; again 1 -> new

## it does not fail the others of its moment
refuse sign-ups; sign-up & order 1 & order 2 by=eve -> failed new new; rows -> 1 waiting, 2 waiting; permit

## the database shows no customer, number, item, network or key
order Order-1 items=Copper-Mug net=192.0.2.1; sign-up first_name=Augusta; die Order-1 refused answer=Augusta-is-wrong
sees ada@ example.com Order-1 Copper-Mug Augusta 192.0.2.1 newsletter -> newsletter

## a new key before the old one, and later only the new one
order 1; restart keys=other,first; restart keys=other; anew 1 -> duplicate; order 2 by=eve; event 2 -> 2, 0 tries, 0 refusals, calm, age 0s

## notes outlive a restart
note seen; note seen 5; note seen -> 5; restart; note seen -> 5
