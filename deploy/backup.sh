#!/bin/sh
# Dumps the database at DATABASE_URL into BACKUP_DIR, and keeps KEEP_DAILY daily dumps (14) and KEEP_WEEKLY weekly dumps (8).
#   backup.sh            once
#   backup.sh --nightly  every night at 03:00, as a container does
set -eu
umask 077

folder=${BACKUP_DIR:-/var/backups/kestrel}
daily=${KEEP_DAILY:-14}
weekly=${KEEP_WEEKLY:-8}

# Rejects a number of dumps that would delete all of them or never delete any. A leading 0 would make the number octal.
check_number() {
  case $2 in
    0* | ??????* | *[!0-9]*)
      printf '%s\n' "$1 is '$2': give a whole number from 1 to 99999, without quotes and without a comment behind it" >&2
      exit 2
      ;;
  esac
}

# Deletes all but the newest dumps of a kind. Keeps the latest dump even if the clock was set back and older dumps have later names.
rotate() {
  made=$1-$stamp.dump
  others=$2
  if [ -e "$folder/$made" ]; then others=$((others - 1)); fi
  find "$folder" -maxdepth 1 -name "$1-*.dump" ! -name "$made" | sort -r | tail -n "+$((others + 1))" | while IFS= read -r old; do
    rm -f -- "$old"
  done
}

# Decodes a part of a URL: %40 becomes @.
unescaped() {
  printf '%s' "$1" | LC_ALL=C awk '{
    digits = "0123456789ABCDEF"
    while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      code = toupper(substr($0, RSTART + 1, 2))
      byte = (index(digits, substr(code, 1, 1)) - 1) * 16 + index(digits, substr(code, 2, 1)) - 1
      printf "%s%c", substr($0, 1, RSTART - 1), byte
      $0 = substr($0, RSTART + 3)
    }
    printf "%s", $0
  }'
}

# Moves the password from the URL to the environment: every user of the machine can list the arguments of its programs, but not their
# environment.
find_database() {
  : "${DATABASE_URL:?is unset: it names the database to save}"
  scheme=${DATABASE_URL%%://*}
  rest=${DATABASE_URL#*://}
  authority=${rest%%[/?]*}
  database=$DATABASE_URL
  case $authority in
    *:*@*)
      who=${authority%@*}
      PGPASSWORD=$(unescaped "${who#*:}")
      export PGPASSWORD
      database=$scheme://${who%%:*}@${authority##*@}${rest#"$authority"}
      ;;
  esac
  case $database in
    *[?\&]password=*)
      after=${database#*[?&]password=}
      before=${database%"password=$after"}
      PGPASSWORD=$(unescaped "${after%%&*}")
      export PGPASSWORD
      case $after in
        *\&*) database=$before${after#*&} ;;
        *) database=${before%[?&]} ;;
      esac
      ;;
  esac
}

ask() {
  psql --quiet --no-psqlrc --no-align --tuples-only --set=ON_ERROR_STOP=1 "$@" "$database"
}

backup() {
  find_database
  mkdir -p "$folder"
  # Removes files that a killed backup left behind.
  find "$folder" -maxdepth 1 -name 'daily-*.dump.partial' -mtime +0 -exec rm -f -- {} +
  holds=$(ask --command='select exists (select from users) or exists (select from quotes) or exists (select from contact_messages)')
  if [ "$holds" != t ]; then
    echo 'The database has neither users nor leads: nothing was saved. Is it the one that is meant? DATABASE_URL names it' >&2
    exit 1
  fi
  stamp=$(date -u +%Y-%m-%dT%H%M)
  name=$folder/daily-$stamp.dump
  trap 'rm -f -- "$name.partial"' EXIT
  trap 'exit 1' HUP INT TERM
  pg_dump --format=custom --no-owner --no-privileges --file="$name.partial" "$database"
  # A dump without a readable table of contents is not a backup.
  pg_restore --list "$name.partial" > /dev/null
  mv "$name.partial" "$name"
  if [ "$(date -u +%u)" = 7 ]; then ln -f "$name" "$folder/weekly-$stamp.dump"; fi
  rotate daily "$daily"
  rotate weekly "$weekly"
  # Records the backup for the panel's section Setup, like npm run backup. The backup is valid even if this fails.
  ask --set=bytes="$(wc -c < "$name" | tr -d ' ')" <<'SQL' ||
insert into settings (key, value) values ('lastBackup', jsonb_build_object(
  'finishedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bytes', :bytes::bigint))
on conflict (key) do update set value = excluded.value, updated_at = now();
SQL
    echo 'Could not record this backup in the database' >&2
  free=$(df -Ph "$folder" | awk 'NR == 2 { print $4 }')
  echo "Saved $name ($(du -h "$name" | cut -f1)); all backups there take $(du -sh "$folder" | cut -f1), and $free are free"
}

check_number KEEP_DAILY "$daily"
check_number KEEP_WEEKLY "$weekly"

case ${1:-} in
  '') backup ;;
  --nightly)
    while :; do
      now=$(date -u +%s)
      at=$((now - now % 86400 + 3 * 3600))
      if [ "$at" -le "$now" ]; then at=$((at + 86400)); fi
      sleep $((at - now))
      # A failed backup is logged and repeated the next night. It runs in a subshell, because `set -e` has no effect in an `||` list.
      sh "$0" || echo 'The backup failed' >&2
    done
    ;;
  *) echo 'usage: backup.sh [--nightly]' >&2; exit 2 ;;
esac
