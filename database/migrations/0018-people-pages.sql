-- A page of people whose line holds a frequent word is read from the index that orders it, without going to the rows: those
-- lie anywhere, and ten thousand of them take a tenth of a second.
drop index users_created_idx;
drop index users_updated_idx;
drop index users_last_access_idx;
drop index users_standing_idx;
create index users_email_idx on users (email, id) include (search_line, standing);
create index users_created_idx on users (created_at, id) include (search_line, standing);
create index users_updated_idx on users (updated_at, id) include (search_line, standing);
create index users_last_access_idx on users (last_access_at nulls first, id) include (search_line, standing);
create index users_standing_idx on users (standing, id) include (search_line);
comment on index users_email_idx is 'Orders people and holds what is searched in them, as each index of a column that people are ordered by: a page is found in it alone.';
create index users_other_characters_idx on users (id) where search_line ~ '[^\n -~]';
comment on index users_other_characters_idx is 'The few lines with other characters than folded Portuguese has: behind one of those a pair of letters is in no trigram that can be named.';
