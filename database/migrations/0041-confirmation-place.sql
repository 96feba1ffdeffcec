-- A proof of identity opens writes of the company and SPID that it was given for: a session may act for several (decision 55).
alter table confirmations add column company_id integer;
alter table confirmations add column spid text;
comment on column confirmations.company_id is 'The company, with its SPID, of the token that asked: the code opens writes of that company alone. Null for the initial token.';
