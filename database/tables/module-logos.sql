-- needs: modules
create table module_logos (
  module_id integer primary key constraint module_logos_module_fkey references modules (id) on delete cascade,
  content bytea not null constraint module_logos_size check (octet_length(content) between 1 and 262144),
  content_type text not null constraint module_logos_type_known check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  digest text not null,
  updated_at timestamptz not null default now()
);
comment on table module_logos is 'The logo of a module, at most 256 KB; its content is validated before it is stored.';
comment on column module_logos.digest is 'SHA-256 of the content in hex. Part of the URL, so that browsers may cache it permanently.';
