-- Unreadable cells are refused when a draft is committed too, and refusals name the sheet, the cell and the rows alike.
alter table imports add column sheet text;
alter table imports add column letters jsonb not null default '{}';
comment on column imports.sheet is 'The sheet of the workbook that was read; null where the file has none.';
comment on column imports.letters is 'The letters of its columns as a spreadsheet names them, by the key of each.';
alter table import_rows add column unreadable jsonb not null default '{}';
alter table import_rows add column same jsonb;
comment on column import_rows.unreadable is 'Why cells of these columns cannot be read, in a sentence each; such a row is refused, never read as blank.';
comment on column import_rows.same is 'Of the first row refused for its reasons: how many rows are, and their lines as text. Null for any other row.';
-- Drafts made before would be read without this; they live for an hour at most, and their senders upload them again.
delete from imports where state = 'draft';
