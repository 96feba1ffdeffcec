create table web_assets (
  path text constraint web_assets_pkey primary key,
  content bytea not null,
  used_at timestamptz not null
);
comment on table web_assets is 'Files of the web builds of all running versions, so that each process can serve those of another version (decision 86).';
comment on column web_assets.path is 'Path below dist/web, such as assets/index-DgGky94K.js.br. Contains a hash of the content.';
comment on column web_assets.used_at is 'When a process with this build last confirmed the file, within a day. Files are deleted 30 days later.';
