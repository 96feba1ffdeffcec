alter table one_time_codes drop constraint one_time_codes_token_fkey;
comment on column one_time_codes.token_id is 'Token issued by the exchange, of the same session. A second exchange of the code revokes it. Without a foreign key, which would make each deletion of a token scan this table.';
