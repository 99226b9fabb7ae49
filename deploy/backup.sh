#!/bin/sh
# Dumps the database of DATABASE_URL into BACKUP_DIR: 14 daily dumps and 8 weekly ones are kept.
#   backup.sh            once
#   backup.sh --nightly  every night at 03:00, as a container does
set -eu
umask 077

folder=${BACKUP_DIR:-/var/backups/kestrel}
daily=${KEEP_DAILY:-14}
weekly=${KEEP_WEEKLY:-8}

# Deletes all but the newest files of a kind.
rotate() {
  find "$folder" -maxdepth 1 -name "$1" | sort -r | tail -n "+$(($2 + 1))" | while read -r old; do
    rm -f -- "$old"
  done
}

backup() {
  mkdir -p "$folder"
  name=$folder/daily-$(date -u +%Y-%m-%dT%H%M).dump
  pg_dump --format=custom --no-owner --no-privileges --file="$name.partial" "$DATABASE_URL"
  # A dump whose table of contents cannot be read is none.
  pg_restore --list "$name.partial" > /dev/null
  mv "$name.partial" "$name"
  if [ "$(date -u +%u)" = 7 ]; then ln -f "$name" "$folder/weekly-$(basename "$name" | cut -c7-)"; fi
  rotate 'daily-*.dump' "$daily"
  rotate 'weekly-*.dump' "$weekly"
  # For the panel's section Setup, as npm run backup does. A backup is one even where this cannot be noted.
  psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=bytes="$(wc -c < "$name" | tr -d ' ')" "$DATABASE_URL" <<'SQL' ||
insert into settings (key, value) values ('lastBackup', jsonb_build_object(
  'finishedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bytes', :bytes::bigint))
on conflict (key) do update set value = excluded.value, updated_at = now();
SQL
    echo 'The database could not note this backup' >&2
  echo "Saved $name ($(du -h "$name" | cut -f1))"
}

case ${1:-} in
  '') backup ;;
  --nightly)
    while :; do
      now=$(date -u +%s)
      at=$((now - now % 86400 + 3 * 3600))
      if [ "$at" -le "$now" ]; then at=$((at + 86400)); fi
      sleep $((at - now))
      # One that fails is tried again the next night; the log says so. In a shell of its own: in this list, `set -e` would not end it.
      sh "$0" || echo 'The backup failed' >&2
    done
    ;;
  *) echo 'usage: backup.sh [--nightly]' >&2; exit 2 ;;
esac
