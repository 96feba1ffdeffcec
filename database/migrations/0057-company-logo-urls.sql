-- The URL of a company's logo can no longer be calculated from the image (decision 82).
alter table company_logos add column salt uuid not null default gen_random_uuid();
alter table company_logos add column url_digest text not null generated always as (encode(sha256(uuid_send(salt) || decode(digest, 'hex')), 'hex')) stored;
comment on column company_logos.digest is 'SHA-256 of the content in hex.';
comment on column company_logos.salt is 'Random value, which is never shown.';
comment on column company_logos.url_digest is 'SHA-256 of salt and digest in hex. Part of the URL, so that browsers may cache it permanently. Without the salt it cannot be calculated from the image, which would show whose logo a known image is.';
