/**
 * What {@link bashDriver} does, for a POSIX sh: with FIFOs instead of a coprocess. Code 95: a program that it needs is
 * missing, or there is no place to write.
 */
export const shDriver: string = String.raw`
handshake=$1 answer=$2 polls=$3 mark=$4 opening=$5 request=$6; shift 6
for program in mkfifo tee grep cat rm sleep; do
  command -v "$program" >/dev/null 2>&1 || { echo "$program is missing" >&2; exit 95; }
done
place=${"$"}{TMPDIR:-/tmp}/mcp-$$-$mark
(umask 077; mkdir "$place" && cd "$place" && mkfifo in out opening request signs) || exit 95
trap 'rm -rf "$place"' EXIT
IFS= read -r first
exec 5<>"$place/signs" # read and write, so that it never ends
"$@" <"$place/in" >"$place/out" 5>&- & server=$!
trap '' PIPE
code=0 drained=0

watch() {
  if grep -qE "\"id\"[[:space:]]*:[[:space:]]*\"$2\""; then echo "$1"; else echo "$1-end"; fi >&5
  exec cat >/dev/null 2>&1 5>&-
}
watch opening "${"$"}{opening:-none}" <"$place/opening" &
watch request "$request" <"$place/request" &
{ tee "$place/opening" "$place/request" <"$place/out"; echo done >&5; } & tee=$!
(while sleep 0.5 && echo tick; do :; done >&5 2>/dev/null) >/dev/null 2>&1 & ticker=$!
exec 3>"$place/in"

await() { # sign, half-seconds, code of an early end, code of the deadline
  left=$2 dead=0
  while read -r sign <&5; do
    case $sign in
      "$1") return 0 ;;
      "$1-end") return "$3" ;;
      done) drained=1 ;;
      tick)
        left=$((left - 1))
        [ "$left" -gt 0 ] || return "$4"
        kill -0 "$server" 2>/dev/null || dead=$((dead + 1))
        [ "$dead" -lt 2 ] || return "$3"
        ;;
    esac
  done
  return "$3"
}

printf '%s\n' "$first" 2>/dev/null >&3
if [ -n "$opening" ]; then
  await opening "$handshake" 91 92 || code=$?
  [ "$code" != 0 ] || cat 2>/dev/null >&3
fi
[ "$code" != 0 ] || await request "$answer" 93 94 || code=$?
exec 3>&-

for step in EOF TERM KILL; do
  [ "$step" = EOF ] || kill -"$step" "$server" 2>/dev/null
  poll=0
  while [ "$poll" -lt "$polls" ]; do
    kill -0 "$server" 2>/dev/null || break 2
    sleep 0.05
    poll=$((poll + 1))
  done
done
wait "$server"; end=$?
[ "$drained" = 1 ] || await done 3 0 0
kill "$tee" "$ticker" 2>/dev/null
printf '\n%s %s\n' "$mark" "$end" >&2
exit "$code"
`;
