-- Names are ordered with the numbers in them by value.
create collation natural_order (provider = icu, locale = 'pt-BR-u-kn-true');
comment on collation natural_order is 'Orders names as people do: in Portuguese, and numbers in them by value, so that Plano 2 comes before Plano 10.';
drop index functions_name_idx;
create index functions_name_idx on functions (lower(name) collate natural_order, id);
drop index modules_name_idx;
create index modules_name_idx on modules (lower(name) collate natural_order, id);
drop index companies_name_idx;
create index companies_name_idx on companies (lower(name) collate natural_order, id);
drop index profiles_name_idx;
create index profiles_name_idx on profiles (lower(name) collate natural_order, id);
drop index users_name_idx;
create index users_name_idx on users (lower(name) collate natural_order);
drop index users_line_idx;
create index users_line_idx on users (search_line collate natural_order, id) include (standing);
