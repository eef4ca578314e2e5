-- A currency with the usual marks is written as the reader's language writes figures. Those that came with the product had
-- marks of one language each.
update currencies set decimal = '.', thousands = ',', updated_at = now()
where code in ('EUR', 'BRL') and decimal = ',' and thousands = '.';
