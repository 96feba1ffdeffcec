-- needs: companies
create table company_logos (
  company_id integer primary key constraint company_logos_company_fkey references companies (id) on delete cascade,
  content bytea not null constraint company_logos_size check (octet_length(content) between 1 and 262144),
  content_type text not null constraint company_logos_type_known check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  digest text not null,
  updated_at timestamptz not null default now(),
  salt uuid not null default gen_random_uuid(),
  url_digest text not null generated always as (encode(sha256(uuid_send(salt) || decode(digest, 'hex')), 'hex')) stored
);
comment on table company_logos is 'The logo of a company, at most 256 KB; its content is validated before it is stored.';
comment on column company_logos.digest is 'SHA-256 of the content in hex.';
comment on column company_logos.salt is 'Random value, which is never shown.';
comment on column company_logos.url_digest is 'SHA-256 of salt and digest in hex. Part of the URL, so that browsers may cache it permanently. Without the salt it cannot be calculated from the image, which would show whose logo a known image is.';
