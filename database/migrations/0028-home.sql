-- HOME counts the sign-ins of two weeks, of everybody or of the people of one company, and finds the tokens that end soon.
create index sessions_created_idx on sessions (created_at);
create index sessions_user_created_idx on sessions (user_id, created_at);
create index api_tokens_expiry_idx on api_tokens (expires_at) where revoked_at is null;
