-- The keys of an account's known browsers begin with the account's: found on the primary key, which only "C" allows.
alter table rate_limits alter column key type text collate "C";
