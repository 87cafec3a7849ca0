#!/bin/sh
# Playwright asks Firefox to end with the first page that crashes. A shopper's does not.
unset MOZ_CRASHREPORTER_SHUTDOWN
exec firefox-esr "$@"
