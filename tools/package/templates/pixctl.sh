#!/bin/sh
# Starts pixctl with the Node that came with it. It may be called through a symbolic link.
self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
lib=${self%/*}/../lib/pixctl
exec "$lib/node" "$lib/bin/run.js" "$@"
