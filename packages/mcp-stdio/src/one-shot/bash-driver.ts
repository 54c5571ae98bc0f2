/**
 * Runs one request on one process, in bash from version 4 on. Arguments: {@link shDriver} (for an older bash), half-seconds
 * for the handshake, half-seconds for the answer, polls of grace (50 ms each), a word for the last line of stderr, the id
 * of the handshake ("" for none), the id of the request, then the command. Stdin: the lines to send. Stdout and stderr are the server's own.
 *
 * A server that reads EOF drops what it is working on, so stdin is held open until the answer is there. `tee` copies
 * the output to two watchers, which look for the ids at the speed of `grep` (bash reads a pipe byte by byte) and put a
 * word into the pipe that the driver reads. A ticker does the same: `read -t` may lose what it had read when it expires.
 */
export const bashDriver: string = String.raw`
sh=$1; shift
((BASH_VERSINFO[0] >= 4)) || exec sh -c "$sh" mcp-one-shot "$@"
handshake=$1 answer=$2 polls=$3 mark=$4 opening=$5 request=$6; shift 6
mapfile -t lines
set -m # a process group of its own, so that it is ended with what it started
coproc SERVER { exec "$@"; }
set +m
server=$SERVER_PID code=0 drained=0
trap '' PIPE
exec 6>&1 7>&2 2>/dev/null # bash tells of jobs that were killed; what it says is not the server's
exec 3>&"${"$"}{SERVER[1]}"- 4<&"${"$"}{SERVER[0]}"- || code=91

watch() {
  if grep -qE "\"id\"[[:space:]]*:[[:space:]]*\"$2\""; then echo "$1"; else echo "$1-end"; fi
  exec cat >/dev/null
}
await() { # sign, half-seconds, code of an early end, code of the deadline
  local sign left=$2 dead=0
  while read -r sign <&5; do
    case $sign in
      "$1") return 0 ;;
      "$1-end") return "$3" ;;
      done) drained=1 ;;
      tick)
        ((--left > 0)) || return "$4"
        # Dead, yet its output does not end: something that it left behind holds the pipe.
        kill -0 "$server" || ((++dead < 2)) || return "$3"
        ;;
    esac
  done
  return "$3"
}

if [ "$code" = 0 ]; then
  exec 5< <(
    exec 3>&-
    (exec 4<&- 6>&- 7>&-; while sleep 0.5 && echo tick; do :; done) &
    ticker=$!
    tee >(watch opening "${"$"}{opening:-none}") >(watch request "$request") <&4 >&6
    echo done
    kill "$ticker"
  )
  exec 4<&-
  if [ -n "$opening" ]; then
    printf '%s\n' "${"$"}{lines[0]}" >&3
    await opening "$handshake" 91 92 || code=$?
    lines=("${"$"}{lines[@]:1}")
  fi
  if [ "$code" = 0 ]; then
    printf '%s\n' "${"$"}{lines[@]}" >&3
    await request "$answer" 93 94 || code=$?
  fi
  exec 3>&-
fi

for step in EOF TERM KILL; do
  [ "$step" = EOF ] || kill -"$step" -- "-$server"
  for ((poll = 0; poll < polls; poll++)); do
    kill -0 "$server" || break 2
    sleep 0.05
  done
done
kill -KILL -- "-$server"
wait "$server"; end=$?
# What the server wrote last has to be passed on first.
[ "$drained" = 1 ] || await done 3 0 0
printf '\n%s %s\n' "$mark" "$end" >&7
exit "$code"
`;
