#!/bin/sh
# Run once by the PostgreSQL image, when it creates the database: the role that the server works with (docs/operating.md,
# Database roles).
set -eu
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password SERVER_PASSWORD
create role portaria_server login password :'password';
SQL
