-- New logos are PNG, JPEG or WebP; stored SVGs are still served (decision 15).
alter table module_logos drop constraint module_logos_type_known;
alter table module_logos add constraint module_logos_type_known check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'));
