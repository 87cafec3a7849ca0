# Backoff has full jitter from 2 s to 5 min in the first hour, then to 30 min.

## it doubles from 2 s to 5 min
api lost; order 1 -> 1; +30m -> 1@2s 1@6s 1@14s 1@30s 1@1m2s 1@2m6s 1@4m14s 1@8m30s 1@13m30s 1@18m30s 1@23m30s 1@28m30s

## it doubles to 30 min after an hour
api lost; order 1 age=1h -> 1; +2h -> 1@2s 1@6s 1@14s 1@30s 1@1m2s 1@2m6s 1@4m14s 1@8m30s 1@17m2s 1@34m6s 1@1h4m6s 1@1h34m6s

## it is random between zero and that
chance 0.25; api lost; order 1 -> 1; +2s -> 1@500ms 1@1s500ms

## a failing event does not stop its line
api lost; order 1 -> 1; api 200; order 2 -> 2; +2s -> 1@2s; rows -> 1 delivered, 2 delivered
