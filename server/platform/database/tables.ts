// Written by `npm run db:tables` from a database that db/migrations created: change a migration, not this file.

import type { ColumnType } from 'kysely'

/** Filled by the database if no value is set. */
type Filled<T> =
  [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** A column that the database computes. */
type Computed<T> =
  [T] extends [ColumnType<infer S, infer _, infer _>] ? ColumnType<S, never, never> : ColumnType<T, never, never>
/** A moment in the format of the wire. */
type Instant<N = never> = ColumnType<string | N, string | Date | N, string | Date | N>
/** A number with decimal places, as text. */
type Decimal<N = never> = ColumnType<string | N, string | number | N, string | number | N>
/** JSON, parsed when read. */
type Json<N = never> = ColumnType<unknown, string | N, string | N>

/** Every table and view, with what its columns hold. */
export interface Tables {
  access_codes: {
    code_hash: Buffer
    purpose: string
    user_id: Filled<number | null>
    people_id: Filled<number | null>
    login_type_id: Filled<string | null>
    issued_by: Filled<number | null>
    created_at: Filled<Instant>
    expires_at: Instant
    issued_in: Filled<number | null>
    sign_up_id: Filled<number | null>
  }
  access_requests: {
    name: string
    address: string
    requested_at: Filled<Instant>
  }
  account_rules: {
    account_rule_id: Computed<number>
    company_id: number
    purpose: 'receivables' | 'income' | 'discounts' | 'freight' | 'charges' | 'tax' | 'money' | 'write_offs' | 'exchange'
    product_id: Filled<number | null>
    product_group: Filled<'none' | 'crude_oil' | 'fuel_oil' | 'jet_fuel' | 'gasoline' | 'lubricant' | 'lpg' | null>
    tax_code_id: Filled<number | null>
    method: Filled<'cash' | 'check' | 'transfer' | null>
    account_id: number
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  accounts: {
    account_id: Computed<number>
    user_id: number
    company_id: number
    login_type_id: string
    added_permissions: Filled<string[]>
    withdrawn_permissions: Filled<string[]>
    limit_devices: Filled<number[]>
    limit_tags: Filled<number[]>
    created_at: Filled<Instant>
    dashboard_layout: Filled<Json<null>>
    updated_at: Filled<Instant>
  }
  active_sessions: {
    session_id: Computed<number | null>
    username: Computed<string | null>
    user_id: Computed<number | null>
    company_id: Computed<number | null>
    login_type_id: Computed<'employee' | 'customer_support' | 'administrator' | 'developer' | 'csr' | 'producer' | 'dispatcher' | 'technician' | 'driver' | 'dispenser_mgr' | 'customer_readonly' | 'customer' | 'd_acct_mgr' | 'distributor' | 'v_acct_mgr' | 'vendor' | null>
    device: Computed<string | null>
    address: Computed<string | null>
    place: Computed<string | null>
    way: Computed<'password' | 'passkey' | 'rfid' | 'qr' | 'invitation' | 'sign_up' | 'single_sign_on' | null>
    last_used_at: Computed<Instant<null>>
    expires_at: Computed<Instant<null>>
    created_at: Computed<Instant<null>>
    updated_at: Computed<Instant<null>>
  }
  alert_events: {
    alert_event_id: Computed<number>
    alert_id: number
    at: Filled<Instant>
    event: string
    user_id: Filled<number | null>
    note: Filled<string | null>
  }
  alert_evidence: {
    alert_id: number
    found: Json
  }
  alert_receivers: {
    device_id: number
    people_id: number
    method: string
    from_level: Filled<string>
  }
  alerts: {
    alert_id: Filled<number>
    device_id: number
    company_id: number
    port_number: Filled<number | null>
    level: 'urgent' | 'sudden_loss' | 'unexplained_loss' | 'overfill' | 'mild' | 'offline' | 'battery_low' | 'temperature' | 'frozen_sensor' | 'implausible_sensor' | 'unexplained_rise' | 'use_stopped' | 'sensor_drift'
    status: Filled<'open' | 'acknowledged' | 'snoozed' | 'closed'>
    value: Filled<Decimal<null>>
    opened_at: Filled<Instant>
    closed_at: Filled<Instant<null>>
    acknowledged_at: Filled<Instant<null>>
    acknowledged_by: Filled<number | null>
    note: Filled<string | null>
    snoozed_until: Filled<Instant<null>>
    snooze_reason: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    level_source: Filled<'measured' | 'estimated' | null>
  }
  allocations: {
    allocation_id: Computed<number>
    payment_id: Filled<number | null>
    credit_note_id: Filled<number | null>
    document_id: Filled<number | null>
    amount: Decimal
    company_amount: Decimal
    document_amount: Filled<Decimal<null>>
    exchange_difference: Filled<Decimal>
    allocated_on: string
    status_before: Filled<number | null>
    reason: Filled<string | null>
    user_id: Filled<number | null>
    created_at: Filled<Instant>
    reversed_at: Filled<Instant<null>>
    reversed_by: Filled<number | null>
    reverse_reason: Filled<string | null>
  }
  api_keys: {
    api_key_id: Filled<number>
    name: string
    user_id: number
    company_id: number
    account_id: Filled<number | null>
    key_hash: Buffer
    key_start: string
    status: Filled<'active' | 'revoked'>
    reads: Filled<Json<null>>
    writes: Filled<Json<null>>
    reached_company_id: Filled<number | null>
    networks: Filled<Json<null>>
    calls_per_minute: Filled<number | null>
    expires_at: Instant
    last_used_at: Filled<Instant<null>>
    last_used_from: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  archive_state: {
    id: Filled<number>
    ticked_at: Filled<Instant<null>>
    tried_at: Filled<Instant<null>>
    tried_until: Filled<Instant<null>>
    tried_error: Filled<string | null>
  }
  audit_entries: {
    audit_id: Computed<number>
    at: Filled<Instant>
    resource: string
    record_id: Filled<number | null>
    action: string
    user_id: Filled<number | null>
    on_behalf_of: Filled<number | null>
    changes: Filled<Json>
    company_id: Filled<number | null>
    title: Filled<string | null>
    created_at: Computed<Instant<null>>
    updated_at: Computed<Instant<null>>
    api_key_id: Filled<number | null>
  }
  badges: {
    user_id: number
    kind: string
    value_hash: Buffer
    issued_at: Filled<Instant>
    issued_by: Filled<number | null>
  }
  bank_accounts: {
    account_id: Filled<number>
    account_name: string
    bank_name: string
    branch_name: Filled<string | null>
    account_type: Filled<'checking' | 'savings' | 'loan' | 'other' | null>
    account_number: Filled<string | null>
    account_number_sealed: Filled<string | null>
    routing_number: Filled<string | null>
    routing_number_sealed: Filled<string | null>
    currency_id: Filled<number | null>
    balance: Filled<Decimal<null>>
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  billing_run_items: {
    billing_run_id: number
    position: number
    document_id: Filled<number | null>
    shipment_id: Filled<number | null>
    device_id: Filled<number | null>
    invoice_id: Filled<number | null>
    refusal: Filled<string | null>
    done_at: Filled<Instant<null>>
    group_no: Filled<number | null>
    mailed_at: Filled<Instant<null>>
    mail_refusal: Filled<string | null>
    subscription_id: Filled<number | null>
  }
  billing_runs: {
    billing_run_id: Computed<number>
    user_id: number
    company_id: Filled<number | null>
    impersonator_id: Filled<number | null>
    created_at: Filled<Instant>
    finished_at: Filled<Instant<null>>
    updated_at: Filled<Instant>
    started_at: Filled<Instant>
    status: Filled<'running' | 'done' | 'undoing' | 'undone'>
    deliveries: Filled<number>
    done: Filled<number>
    invoices: Filled<number>
    refused: Filled<number>
    total: Filled<Decimal<null>>
    currency_id: Filled<number | null>
    mails: Filled<number>
    mailed: Filled<number>
    undone_at: Filled<Instant<null>>
    undone_by: Filled<number | null>
  }
  broker_slots: {
    client_id: string
    holder: string
    leased_until: Instant
  }
  calendars: {
    account_id: number
    token_hash: Buffer
    created_at: Filled<Instant>
  }
  chart_of_accounts: {
    account_id: Filled<number>
    account_code: string
    account_name: string
    account_type: 'asset' | 'liability' | 'equity' | 'revenue' | 'expense'
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  companies: {
    company_id: Filled<number>
    organisation_type_id: 1 | 2 | 3 | 4 | 5
    company: string
    company_short: Filled<string | null>
    parent_id: Filled<number | null>
    website: Filled<string | null>
    correspondence_method: Filled<'electronic' | 'mail'>
    currency_code: Filled<string>
    currency_id: Filled<number>
    payment_term_id: Filled<number | null>
    turn_around_days: Filled<number | null>
    has_nda: Filled<number>
    has_contract: Filled<number>
    ship_label_type: Filled<'normal' | 'small' | 'none'>
    stripe_id: Filled<string | null>
    zoho_customer_id: Filled<string | null>
    packing_list_fields: Filled<string | null>
    logo_id: Filled<number | null>
    logo: Filled<string | null>
    notes: Filled<string | null>
    status: Filled<number>
    account_number: Filled<string | null>
    shipping_number: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    unit_of_measure: Filled<1 | 2>
    hours_rule: Filled<'none' | 'us_60_7' | 'us_70_8' | 'us_short_60_7' | 'us_short_70_8' | 'eu' | null>
    emergency_phone: Filled<string | null>
    delivery_tolerance: Filled<Decimal<null>>
    tax_number: Filled<string | null>
    payment_text: Filled<string | null>
    credit_limit: Filled<Decimal<null>>
    credit_hold: Filled<number>
    credit_hold_reason: Filled<string | null>
    invoice_per: Filled<'order' | 'site' | 'po'>
    billing_rhythm: Filled<'delivery' | 'day' | 'week' | 'month'>
    billing_email: Filled<string | null>
  }
  compartment_balances: {
    shipment_id: number
    truck_id: number
    place: number
    product_id: Filled<number | null>
    carried_liters: Decimal
    loaded_liters: Filled<Decimal<null>>
    metered_liters: Decimal
    returned_liters: Filled<Decimal>
    found_liters: Filled<Decimal<null>>
    on_board_liters: Decimal
    difference_liters: Filled<Decimal<null>>
    margin_liters: Filled<Decimal<null>>
    reason: Filled<string | null>
    note: Filled<string | null>
  }
  compartment_cleanings: {
    compartment_cleaning_id: Computed<number>
    truck_id: number
    place: number
    cleaned_at: Instant
    user_id: Filled<number | null>
    created_at: Filled<Instant>
  }
  connection_devices: {
    connection_id: number
    device_key: string
    device_id: Filled<number | null>
    is_linked: Filled<boolean>
    first_seen_at: Filled<Instant>
    last_seen_at: Filled<Instant>
  }
  connection_nodes: {
    connection_id: number
    node: string
    metric_names: Json
  }
  connection_uplinks: {
    uplink_id: Computed<number>
    connection_id: number
    received_at: Filled<Instant>
    device_key: Filled<string | null>
    reason: string
    detail: Filled<string | null>
    body: string
    is_cut: Filled<boolean>
  }
  connections: {
    connection_id: Filled<number>
    name: string
    company_id: number
    format: Filled<'ttn' | 'chirpstack' | 'helium' | 'thingsboard' | 'sparkplug' | 'json'>
    decoder: Filled<'network' | 'own' | 'milesight_em310_udl' | 'milesight_em400_udl' | 'milesight_em500_udl' | 'milesight_em500_swl' | 'milesight_em500_pp' | 'dragino_ldds45' | 'dragino_ldds75' | 'dragino_ldds04' | 'dragino_ps_lb' | 'decentlab_dl_mbx' | 'decentlab_dl_lid' | 'decentlab_dl_ctd10' | 'decentlab_dl_pr26'>
    decoder_code: Filled<string | null>
    value_paths: Filled<Json<null>>
    active: Filled<number>
    address_made_at: Filled<Instant<null>>
    last_uplink_at: Filled<Instant<null>>
    token_hash: Filled<Buffer | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    mqtt_topic: Filled<string | null>
  }
  currencies: {
    currency_id: Filled<number>
    code: string
    name: string
    prefix: Filled<string | null>
    suffix: Filled<string | null>
    precision: Filled<number | null>
    decimal: Filled<string | null>
    thousands: Filled<string | null>
    mask: Filled<string | null>
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  daily_digests: {
    user_id: number
    day: string
  }
  dashboard_widgets: {
    widget_id: Filled<number>
    name: string
    name_alias: Filled<string | null>
    column_span: Filled<number>
    permission: Filled<string | null>
    active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  data_import_logs: {
    import_id: Computed<number>
    file_name: string
    resource: string
    status: Filled<'new' | 'checking' | 'checked' | 'importing' | 'stopped' | 'imported' | 'failed' | 'undoing' | 'undone'>
    total_records: Filled<number>
    good_records: Filled<number | null>
    total_records_imported: Filled<number>
    progress: Filled<number>
    user_id: Filled<number | null>
    company_id: Filled<number | null>
    primary_table_id: Filled<number | null>
    imported_at: Filled<Instant<null>>
    undone_at: Filled<Instant<null>>
    field_mappings: Filled<Json>
    report: Filled<Json>
    records: Filled<Json>
    worked_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    preview_sealed: Filled<string | null>
    sheet_sealed: Filled<string | null>
    summary: Filled<Json>
    new_records: Filled<number>
    changed_records: Filled<number>
    same_records: Filled<number>
    refused_records: Filled<number>
    headings_key: Filled<string | null>
    file_sealed: Filled<string | null>
    acting_user_id: Filled<number | null>
    acting_company_id: Filled<number | null>
    impersonator_id: Filled<number | null>
  }
  default_views: {
    user_id: number
    company_id: number
    resource: string
    saved_view_id: number
  }
  delivery_checks: {
    delivery_check_id: Computed<number>
    company_id: number
    shipment_id: number
    device_ports_id: number
    device_id: number
    port_number: number
    product_id: Filled<number | null>
    truck_id: Filled<number | null>
    delivered_by: Filled<number | null>
    delivered_at: Instant
    state: 'waiting' | 'unseen' | 'agrees' | 'open' | 'explained' | 'corrected'
    planned_liters: Filled<Decimal<null>>
    planned_gallons: Computed<Decimal<null>>
    ticket_liters: Decimal
    ticket_gallons: Computed<Decimal<null>>
    rise_liters: Filled<Decimal<null>>
    rise_gallons: Computed<Decimal<null>>
    gauge_liters: Filled<number | null>
    difference_liters: Filled<Decimal<null>>
    difference_gallons: Computed<Decimal<null>>
    margin_liters: Filled<Decimal<null>>
    margin_gallons: Computed<Decimal<null>>
    began_at: Filled<Instant<null>>
    ended_at: Filled<Instant<null>>
    before_liters: Filled<Decimal<null>>
    before_gallons: Computed<Decimal<null>>
    after_liters: Filled<Decimal<null>>
    after_gallons: Computed<Decimal<null>>
    risen_device_id: Filled<number | null>
    reason: Filled<'gauge' | 'short_delivery' | 'wrong_tank' | 'mistyped' | 'meter' | 'other' | null>
    note: Filled<string | null>
    decided_by: Filled<number | null>
    decided_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    used_liters: Filled<Decimal<null>>
    used_gallons: Computed<Decimal<null>>
    warmth_liters: Filled<Decimal<null>>
    warmth_gallons: Computed<Decimal<null>>
    ticket_celsius: Filled<Decimal<null>>
    ticket_fahrenheit: Computed<Decimal<null>>
    before_celsius: Filled<Decimal<null>>
    before_fahrenheit: Computed<Decimal<null>>
    after_celsius: Filled<Decimal<null>>
    after_fahrenheit: Computed<Decimal<null>>
    bias_liters: Computed<Decimal<null>>
    bias_gallons: Computed<Decimal<null>>
  }
  delivery_tickets: {
    ticket_id: Computed<number>
    company_id: number
    number: number
    shipment_id: number
    stop_id: number
    shipment_detail_id: number
    device_ports_id: Filled<number | null>
    product_id: number
    meter_start: Filled<Decimal<null>>
    meter_end: Filled<Decimal<null>>
    unit_id: number
    gross: Decimal
    gross_liters: Decimal
    net: Filled<Decimal<null>>
    net_liters: Filled<Decimal<null>>
    celsius: Filled<Decimal<null>>
    level_before: Filled<Decimal<null>>
    level_after: Filled<Decimal<null>>
    reason: Filled<string | null>
    correction_of: Filled<number | null>
    event_id: string
    user_id: number
    at: Instant
    voided_at: Filled<Instant<null>>
    created_at: Filled<Instant>
  }
  departments: {
    department_id: Filled<number>
    company_id: number
    department_name: string
    parent_department_id: Filled<number | null>
    manager_id: Filled<number | null>
    location_id: Filled<number | null>
    cost_center: Filled<string | null>
    budget: Filled<Decimal<null>>
    start_date: Filled<string | null>
    end_date: Filled<string | null>
    description: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  device_commands: {
    command_id: Computed<number>
    device_id: number
    command: number
    status: Filled<string>
    queued_at: Filled<Instant>
    queued_by: Filled<number | null>
    sent_at: Filled<Instant<null>>
    confirmed_at: Filled<Instant<null>>
    reason: Filled<string | null>
  }
  device_days: {
    device_id: number
    day: string
    mean: Filled<number | null>
    span: Filled<number | null>
  }
  device_ownerships: {
    device_id: number
    company_id: number
    from_at: Filled<Instant>
    until_at: Filled<Instant>
  }
  device_ports: {
    device_ports_id: Filled<number>
    device_id: number
    port_number: number
    product_id: Filled<number | null>
    tank_type_id: Filled<number | null>
    sensor_type_id: Filled<number | null>
    template: Filled<number | null>
    reorder_yellow: Filled<Decimal<null>>
    reorder_red: Filled<Decimal<null>>
    active: Filled<number>
    def_liters: Filled<Decimal>
    metric_diameter: Filled<Decimal>
    metric_height: Filled<Decimal>
    metric_width: Filled<Decimal>
    metric_length: Filled<Decimal>
    def_us_gallons: Filled<Decimal>
    imperial_diameter: Filled<Decimal>
    imperial_height: Filled<Decimal>
    imperial_width: Filled<Decimal>
    imperial_length: Filled<Decimal>
    sensor_offset: Decimal
    imperial_sensor_offset: Decimal
    strapping: Filled<Json<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    max_fill: Filled<Decimal<null>>
    placement: Filled<'above_ground' | 'under_ground' | null>
    size_class: Filled<'up_to_1200_gal' | 'over_1200_gal' | null>
    capacity_confirmed: Filled<number>
    metric_wall: Filled<Decimal>
    imperial_wall: Filled<Decimal>
    metric_dish_radius: Filled<Decimal>
    imperial_dish_radius: Filled<Decimal>
    metric_knuckle_radius: Filled<Decimal>
    imperial_knuckle_radius: Filled<Decimal>
    tilt: Filled<Decimal>
    metric_gauge_position: Filled<Decimal>
    imperial_gauge_position: Filled<Decimal>
    unusable_bottom: Filled<Decimal<null>>
    degree_day_base: Filled<'f65' | 'c18' | null>
    user_fields: Filled<Json>
  }
  device_records: {
    device_id: number
    at: Instant
    battery_voltage: Filled<number | null>
    battery: Filled<number | null>
    signal_quality: Filled<number | null>
    temperature: Filled<number | null>
    queued_records: Filled<number | null>
    latitude: Filled<number | null>
    longitude: Filled<number | null>
  }
  device_states: {
    device_id: number
    company_id: number
    last_at: Filled<Instant<null>>
    due_at: Filled<Instant<null>>
    battery_voltage: Filled<number | null>
    temperature: Filled<number | null>
    latitude: Filled<number | null>
    longitude: Filled<number | null>
    level: Filled<string>
    percent: Filled<number | null>
    is_offline: Filled<boolean>
    is_estimated: Filled<boolean>
    empty_at: Filled<Instant<null>>
    battery: Filled<Decimal<null>>
    signal_quality: Filled<number | null>
    urgency: Computed<number>
    room: Filled<number | null>
  }
  device_tags: {
    device_id: number
    tag_id: number
  }
  device_types: {
    device_type_id: Filled<number>
    device_type: string
    num_ports: number
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  devices: {
    device_id: Filled<number>
    public_id: string
    label: Filled<string | null>
    company_id: number
    device_type_id: number
    status: Filled<'normal' | 'suspended' | 'retired' | 'demo'>
    last_record_date: Filled<Instant<null>>
    battery: Filled<Decimal<null>>
    signal_quality: Filled<number | null>
    queued_records: Filled<number | null>
    temperature_metric: Filled<Decimal<null>>
    firmware_version_id: Filled<number | null>
    mobile_provider_id: number
    imei: Filled<string | null>
    sim: Filled<string | null>
    sim_state: Filled<string | null>
    ip_address: Filled<string | null>
    hologram_device_id: Filled<string | null>
    hologram_link_id: Filled<string | null>
    record_interval: Filled<60 | 600 | 900 | 1200 | 1800 | 3600>
    upload_interval: Filled<number>
    power_mode: Filled<1 | 2 | 3>
    device_start: Filled<number>
    device_end: Filled<number>
    surge_protection: Filled<number>
    temperature_low_threshold: Filled<Decimal<null>>
    temperature_high_threshold: Filled<Decimal<null>>
    command: Filled<0 | 1 | 2 | 3 | 4>
    purchase_date: Filled<string | null>
    warranty_period: Filled<number>
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
    import_id: Filled<number | null>
    notes: Filled<string | null>
    key_hash: Filled<Buffer | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    time_zone: Filled<string>
    zone_latitude: Filled<number | null>
    zone_longitude: Filled<number | null>
    site_id: Filled<number | null>
    clock_ahead_until: Filled<Instant<null>>
  }
  dispatch_proposals: {
    proposal_id: Computed<number>
    company_id: number
    own_user_id: Filled<number | null>
    user_id: Filled<number | null>
    first_day: Filled<string | null>
    days: Filled<number | null>
    asked_at: Filled<Instant<null>>
    seen_at: Filled<Instant<null>>
    done: Filled<number>
    stop: Filled<boolean>
    has_failed: Filled<boolean>
    fixed: Filled<Json>
    dropped: Filled<Json>
    result: Filled<Json<null>>
    nightly_user_id: Filled<number | null>
    nightly_on: Filled<string | null>
    truck_ids: Filled<Json<null>>
  }
  document_series: {
    seller_id: number
    document_type: string
    year: number
    last_number: number
  }
  document_taxes: {
    document_tax_id: Computed<number>
    document_id: number
    document_detail_id: Filled<number | null>
    tax_code_id: number
    tax_name: string
    jurisdiction: Filled<string | null>
    basis: string
    applies_to: string
    rounding: string
    rate: Decimal
    unit_title: Filled<string | null>
    unit_liters: Filled<Decimal<null>>
    exchange_rate: Filled<Decimal>
    tax_rule_id: Filled<number | null>
    tax_exemption_id: Filled<number | null>
    certificate: Filled<string | null>
    exempt_use: Filled<string | null>
    taxable_amount: Decimal
    exempt_amount: Decimal
    taxable_liters: Filled<Decimal<null>>
    exempt_liters: Filled<Decimal<null>>
    tax: Decimal
  }
  doorstep_payments: {
    doorstep_payment_id: Computed<number>
    event_id: string
    carrier_id: number
    company_id: number
    shipment_id: number
    stop_id: number
    user_id: number
    method: string
    amount: Decimal
    currency_id: number
    check_number: Filled<string | null>
    note: Filled<string | null>
    status: string
    correction_of: Filled<number | null>
    at: Instant
    created_at: Filled<Instant>
    settlement_id: Filled<number | null>
    given_back: Filled<Decimal>
    give_back_reason: Filled<string | null>
  }
  doorstep_settlements: {
    settlement_id: Computed<number>
    carrier_id: number
    user_id: number
    currency_id: number
    expected_cash: Decimal
    expected_checks: Decimal
    counted_cash: Decimal
    counted_checks: Decimal
    reason: Filled<string | null>
    settled_by: number
    settled_at: Instant
  }
  driver_events: {
    event_id: string
    received: Computed<number>
    user_id: number
    shipment_id: number
    stop_id: Filled<number | null>
    kind: string
    at: Instant
    body: Json
    outcome: string
    rule: Filled<string | null>
    said: Filled<string | null>
    received_at: Instant
    resolved_by: Filled<number | null>
    resolved_at: Filled<Instant<null>>
    phone_at: Filled<string | null>
  }
  entered_levels: {
    entered_level_id: Filled<number>
    device_id: number
    port_number: number
    at: Instant
    source: string
    volume: number
    delivered: Filled<number>
    is_known: Filled<boolean>
    shipment_detail_id: Filled<number | null>
    note: Filled<string | null>
    entered_by: Filled<number | null>
    entered_at: Instant
    celsius: Filled<number | null>
  }
  entity_addresses: {
    entity_addresses_id: Filled<number>
    object_ref: 'company' | 'person' | 'device' | 'document' | 'shipment' | 'work_order'
    object_id: number
    location_label: Filled<string | null>
    address_type: 'billing' | 'shipping' | 'work' | 'other'
    address1: string
    address2: Filled<string | null>
    city: string
    state: string
    zip_code: string
    zip_code_ext: Filled<string | null>
    country_id: Filled<number>
    country_name: Filled<string | null>
    prime: Filled<number>
    full_single_line_address: Filled<string | null>
    maps_link: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  entity_emails: {
    entity_emails_id: Filled<number>
    object_ref: 'company' | 'person' | 'device' | 'document' | 'shipment' | 'work_order'
    object_id: number
    email_address: string
    email_type: 'home' | 'work' | 'other'
    prime: Filled<number>
    notify: Filled<number>
    email_link: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  entity_phones: {
    entity_phones_id: Filled<number>
    object_ref: 'company' | 'person' | 'device' | 'document' | 'shipment' | 'work_order'
    object_id: number
    phone_number: string
    phone_number_formatted: Filled<string | null>
    phone_extension: Filled<string | null>
    country_id: Filled<number | null>
    country_iso_2: Filled<string>
    country_iso_3: Filled<string | null>
    phone_type: 'home' | 'mobile' | 'work' | 'fax'
    prime: Filled<number>
    notify: Filled<number>
    call_link: Filled<string | null>
    sms_link: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  events: {
    event_id: Computed<number>
    name: string
    payload: Json
    at: Filled<Instant>
    run_at: Filled<Instant>
    attempts: Filled<number>
    last_error: Filled<string | null>
  }
  exchange_rates: {
    exchange_rate_id: Filled<number>
    from_currency_id: number
    to_currency_id: number
    rate: Decimal
    rate_date: Filled<string | null>
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    is_held: Filled<number>
  }
  files: {
    file_id: Filled<number>
    content_type: string
    content: Buffer
    thumb: Buffer
    created_at: Filled<Instant>
  }
  firmware_versions: {
    firmware_version_id: Filled<number>
    version: number
    battery_empty: Filled<Decimal>
    battery_full: Filled<Decimal>
    change_log: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  forecast_digests: {
    month: string
    at: Instant
  }
  forecast_records: {
    device_id: number
    port_number: number
    day: string
    made_at: Instant
    model: string
    volume: number
    empty_volume: number
    empty_low: number
    empty_middle: number
    empty_high: number
    red_volume: Filled<number | null>
    red_low: Filled<number | null>
    red_middle: Filled<number | null>
    red_high: Filled<number | null>
    scale_low: Filled<number>
    scale_high: Filled<number>
    due_at: Filled<Instant<null>>
  }
  forecast_scores: {
    device_id: number
    port_number: number
    day: string
    target: string
    model: string
    low: number
    middle: number
    high: number
    lasted: number
    is_reached: boolean
    error: number
    pinball: number
    early: Filled<number | null>
    late: Filled<number | null>
    settled: string
  }
  forecast_widths: {
    company_id: Filled<number | null>
    model: Filled<string | null>
    scores: number
    early: number
    late: number
    renewed_at: Instant
  }
  forms: {
    form_id: Filled<number>
    name: string
    primary_table_id: number
    singular_obj: string
    plural_obj: string
    endpoint: Filled<string | null>
    sub_form_id: Filled<number | null>
    has_scope: Filled<number>
    comments: Filled<string | null>
    fields: Filled<Json<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  help_articles: {
    help_article_id: Filled<number>
    module: Filled<'general' | 'dashboard' | 'alerts' | 'companies' | 'devices' | 'tags' | 'people' | 'users' | 'tank_products' | 'tanker_trucks' | 'subscriptions' | 'transaction_documents' | 'shipment_planners' | 'work_orders' | 'dashboard_widgets' | 'configuration' | 'bank_accounts' | 'chart_of_accounts' | 'permissions' | 'help_articles' | 'data_imports' | 'developer_tools'>
    display_name: string
    title: string
    language: Filled<'ar' | 'bg' | 'cs' | 'da' | 'de' | 'el' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'he' | 'hu' | 'id' | 'it' | 'ja' | 'ko' | 'nl' | 'no' | 'pl' | 'pt' | 'ro' | 'ru' | 'sv' | 'th' | 'tr' | 'zh'>
    body: string
    helpful: Filled<number>
    unhelpful: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  help_translations: {
    help_article_id: number
    language: string
    display_name: string
    title: string
    body: string
    updated_at: Filled<Instant>
  }
  help_votes: {
    help_article_id: number
    user_id: number
    is_helpful: boolean
  }
  idempotency_keys: {
    user_id: number
    key: string
    created_at: Filled<Instant>
    request_hash: Buffer
    answer_sealed: Filled<string | null>
  }
  identity_links: {
    identity_provider_id: number
    issuer: string
    subject: string
    user_id: number
    created_at: Filled<Instant>
  }
  identity_provider_domains: {
    domain: string
    identity_provider_id: number
  }
  identity_providers: {
    identity_provider_id: Filled<number>
    name: string
    company_id: number
    active: Filled<number>
    issuer: string
    client_id: string
    client_secret: string
    client_secret_sealed: Filled<string | null>
    domains: Json
    only_single_sign_on: Filled<number>
    creates_accounts: Filled<number>
    group_claim: Filled<string>
    group_roles: Filled<Json<null>>
    user_id: Filled<number | null>
    saved_by_login_type: string
    saved_by_permissions: string[]
    last_sign_in_at: Filled<Instant<null>>
    last_error: Filled<string | null>
    last_error_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  import_batches: {
    import_id: number
    batch: number
    row_count: number
    state: Filled<string>
    new_records: Filled<number>
    changed_records: Filled<number>
    same_records: Filled<number>
    refused_records: Filled<number>
    restored_zips: Filled<number>
    rows_sealed: string
    outcome_sealed: Filled<string | null>
  }
  import_keys: {
    import_id: number
    key: string
    row: number
    content: string
    batch: Filled<number>
  }
  invoice_orders: {
    invoice_id: number
    order_id: number
    device_id: number
    freight: Decimal
    customs: Decimal
    expedite_fee: Decimal
    handling_charge: Decimal
    discount: Decimal
  }
  journal_batches: {
    batch_id: Computed<number>
    seller_id: number
    currency_id: number
    number: number
    user_id: Filled<number | null>
    created_at: Filled<Instant>
  }
  journal_closings: {
    closing_id: Computed<number>
    seller_id: number
    closed_through: Filled<string | null>
    reason: Filled<string | null>
    user_id: Filled<number | null>
    created_at: Filled<Instant>
  }
  journal_entries: {
    entry_id: Computed<number>
    kind: string
    is_reversal: boolean
    source_id: number
    seller_id: number
    company_id: number
    currency_id: number
    dated: string
    posted_on: Filled<string | null>
    missing: Filled<Json<null>>
    batch_id: Filled<number | null>
    created_at: Filled<Instant>
  }
  journal_facts: {
    kind: Computed<string | null>
    is_reversal: Computed<boolean | null>
    source_id: Computed<number | null>
    seller_id: Computed<number | null>
    company_id: Computed<number | null>
    dated: Computed<string | null>
  }
  journal_lines: {
    entry_id: number
    position: number
    purpose: string
    account_id: number
    amount: Decimal
    document_detail_id: Filled<number | null>
    tax_code_id: Filled<number | null>
  }
  letter_files: {
    letter_file_id: Computed<number>
    letter_id: number
    name: string
    content_type: string
    content: Buffer
  }
  letters: {
    letter_id: Computed<number>
    head_to: string
    head_cc: Filled<string | null>
    created_at: Filled<Instant>
  }
  lift_tickets: {
    lift_ticket_id: Computed<number>
    company_id: number
    number: string
    shipment_id: number
    truck_id: number
    compartment: number
    place: number
    terminal_id: Filled<number | null>
    supplier: Filled<string | null>
    product_id: number
    unit_id: number
    gross: Decimal
    gross_liters: Decimal
    net: Filled<Decimal<null>>
    net_liters: Filled<Decimal<null>>
    celsius: Filled<Decimal<null>>
    lifted_at: Instant
    device_ports_id: Filled<number | null>
    correction_of: Filled<number | null>
    reason: Filled<string | null>
    user_id: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    event_id: Filled<string | null>
  }
  login_attempts: {
    login_attempt_id: Computed<number>
    attempted_at: Filled<Instant>
    username: string
    address: string
    status: 'ok' | 'fail'
    reason: Filled<'unknown_name' | 'wrong_password' | 'unknown_badge' | 'badge_taken' | 'unknown_passkey' | 'wrong_code' | 'deactivated' | 'not_approved' | 'network' | 'single_sign_on_only' | 'unknown_domain' | 'provider_failed' | 'email_not_verified' | 'no_account' | null>
    way: Filled<'password' | 'passkey' | 'rfid' | 'qr' | 'invitation' | 'sign_up' | 'single_sign_on'>
    company_id: Filled<number | null>
    created_at: Computed<Instant<null>>
    updated_at: Computed<Instant<null>>
  }
  mails: {
    mail_id: Computed<number>
    company_id: Filled<number | null>
    receiver: string
    subject: string
    html: string
    body: string
    text: Filled<string | null>
    link_sealed: Filled<string | null>
    language: 'ar' | 'bg' | 'cs' | 'da' | 'de' | 'el' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'he' | 'hu' | 'id' | 'it' | 'ja' | 'ko' | 'nl' | 'no' | 'pl' | 'pt' | 'ro' | 'ru' | 'sv' | 'th' | 'tr' | 'zh'
    state: Filled<'waiting' | 'sent' | 'failed'>
    tries: Filled<number>
    next_try_at: Filled<Instant>
    leased_until: Filled<Instant<null>>
    sent_at: Filled<Instant<null>>
    error: Filled<string | null>
    created_at: Filled<Instant>
    queued_at: Computed<Instant<null>>
    updated_at: Filled<Instant>
    letter_id: Filled<number | null>
    handed_over_at: Filled<Instant<null>>
  }
  meter_findings: {
    meter_finding_id: Computed<number>
    company_id: number
    truck_id: number
    state: Filled<'open' | 'closed'>
    drift_percent: Decimal
    margin_percent: Decimal
    since: Instant
    deliveries: number
    found_at: Instant
    proved_on: Filled<string | null>
    note: Filled<string | null>
    decided_by: Filled<number | null>
    decided_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  migrations: {
    name: string
    applied_at: Filled<Instant>
    checksum: string
  }
  mobile_providers: {
    mobile_provider_id: Filled<number>
    mobile_provider: string
    apn: Filled<string | null>
    website: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  notes: {
    note_id: Filled<number>
    object_ref: 'company' | 'person' | 'device' | 'document' | 'shipment' | 'work_order'
    object_id: number
    note: string
    created_by: Filled<string | null>
    created_by_id: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  notifications: {
    notification_id: Filled<number>
    subject: Filled<string | null>
    message: string
    object_name: Filled<string | null>
    object_id: Filled<number | null>
    modal: Filled<number>
    file: Filled<string | null>
    icon: Filled<string | null>
    icon_class: Filled<string | null>
    login_types: Filled<Json<null>>
    company_ids: Filled<Json<null>>
    people_ids: Filled<Json<null>>
    created_at: Filled<Instant>
    date_created: Filled<Instant>
    date_sent: Filled<Instant<null>>
    receivers: Filled<number | null>
    updated_at: Filled<Instant>
  }
  on_call_shifts: {
    on_call_shift_id: Filled<number>
    company_id: number
    people_id: number
    position: Filled<number>
    hours: Json
    time_zone: Filled<string>
    wait_minutes: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  options: {
    option_id: Filled<number>
    category_id: number
    option: string
    value: Filled<string | null>
    slug: string
    class: Filled<string | null>
    sort_order: Filled<number>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  options_categories: {
    category_id: Filled<number>
    category: string
    slug: string
    system_list: Filled<number>
    sort_by: Filled<0 | 1 | 2>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  passkeys: {
    passkey_id: Computed<number>
    user_id: number
    name: string
    credential_id: string
    public_key: Buffer
    sign_count: Filled<number>
    transports: Filled<string[]>
    created_at: Filled<Instant>
    last_used_at: Filled<Instant<null>>
  }
  payment_terms: {
    payment_term_id: Filled<number>
    description: string
    term_days: number
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    discount_percent: Filled<Decimal<null>>
    discount_days: Filled<number | null>
  }
  payments: {
    payment_id: Filled<number>
    document_id: Filled<number | null>
    amount: Decimal
    currency_id: number
    company_amount: Decimal
    method: string
    payment_date: string
    reference: Filled<string | null>
    user_id: Filled<number | null>
    created_at: Filled<Instant>
    status_before: Filled<number | null>
    reversed_at: Filled<Instant<null>>
    reversed_by: Filled<number | null>
    reverse_reason: Filled<string | null>
    doorstep_payment_id: Filled<number | null>
    company_id: Filled<number | null>
  }
  people: {
    people_id: Filled<number>
    company_id: number
    prefix: Filled<string | null>
    first_name: string
    middle_name: Filled<string | null>
    last_name: string
    suffix: Filled<string | null>
    combined_name: Computed<string | null>
    nick_name: Filled<string | null>
    job_title: Filled<string | null>
    gender: Filled<0 | 1 | 2 | 3 | null>
    photo_id: Filled<number | null>
    entity_phones_id: Filled<number | null>
    entity_emails_id: Filled<number | null>
    battery_notify: Filled<number>
    user_time_zone: Filled<string>
    unit_of_measure: Filled<1 | 2>
    theme: Filled<'default' | 'ocean' | 'forest' | 'sunset' | 'plum' | 'graphite'>
    notification_method: Filled<'none' | 'email' | 'sms' | 'push' | 'both'>
    language: Filled<'ar' | 'bg' | 'cs' | 'da' | 'de' | 'el' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'he' | 'hu' | 'id' | 'it' | 'ja' | 'ko' | 'nl' | 'no' | 'pl' | 'pt' | 'ro' | 'ru' | 'sv' | 'th' | 'tr' | 'zh'>
    device_filter: Filled<string | null>
    report_time: Filled<string | null>
    default_route: Filled<string | null>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    urgent_method: Filled<'email' | 'sms' | 'push' | null>
    quiet_from: Filled<string | null>
    quiet_until: Filled<string | null>
  }
  permission_templates: {
    login_type_id: 'employee' | 'customer_support' | 'administrator' | 'developer' | 'csr' | 'producer' | 'dispatcher' | 'technician' | 'driver' | 'dispenser_mgr' | 'customer_readonly' | 'customer' | 'd_acct_mgr' | 'distributor' | 'v_acct_mgr' | 'vendor'
    permissions: Json
    updated_at: Filled<Instant>
    permission_template_id: Computed<number>
    created_at: Filled<Instant>
  }
  permissions: {
    permission_id: Computed<number>
    permission: string
    module: 'companies' | 'devices' | 'tags' | 'people' | 'users' | 'tank_products' | 'tanker_trucks' | 'subscriptions' | 'transaction_documents' | 'shipment_planners' | 'work_orders' | 'dashboard_widgets' | 'configuration' | 'bank_accounts' | 'chart_of_accounts' | 'permissions' | 'help_articles' | 'data_imports' | 'developer_tools'
    permission_token: Filled<string>
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    exempt: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  port_states: {
    device_id: number
    port_number: number
    at: Instant
    raw: number
    height: Filled<number | null>
    volume: Filled<number | null>
    percent: Filled<number | null>
    temperature: Filled<number | null>
    quality: Filled<number>
    trusted_at: Filled<Instant<null>>
    level: Filled<string>
    trust_state: Filled<Json<null>>
    change_state: Filled<Json<null>>
    use_per_day: Filled<number | null>
    days_to_empty: Filled<number | null>
    days_to_empty_low: Filled<number | null>
    days_to_empty_high: Filled<number | null>
    days_to_red: Filled<number | null>
    no_forecast: Filled<string | null>
    forecast_at: Filled<Instant<null>>
    use_pattern: Filled<Json<null>>
    estimated_at: Filled<Instant<null>>
    measured_height: Filled<number | null>
    measured_volume: Filled<number | null>
    measured_percent: Filled<number | null>
    volume_low: Filled<number | null>
    volume_high: Filled<number | null>
    dry_at: Filled<Instant<null>>
    use_course: Filled<Json<null>>
    forecast_because: Filled<Json<null>>
    told_by: Filled<string | null>
    room: Filled<number | null>
    delivered_at: Filled<Instant<null>>
    deliveries: Filled<Json<null>>
    forecast_volume: Filled<number | null>
    forecast_level: Filled<string | null>
  }
  posted_prices: {
    posted_price_id: Filled<number>
    company_id: number
    terminal_id: number
    product_id: number
    valid_from: Instant
    unit_price: Decimal
    unit_id: number
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  price_classes: {
    price_class_id: Filled<number>
    company_id: number
    customer_id: number
    price_class: string
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  price_fees: {
    price_fee_id: Filled<number>
    name: string
    company_id: number
    fee_kind: Filled<'delivery' | 'hazmat' | 'minimum_drop' | 'weekend' | 'fuel_surcharge'>
    charge: Filled<'freight' | 'customs' | 'expedite_fee' | 'handling_charge'>
    amount: Decimal
    per: Filled<'document' | 'unit'>
    unit_id: Filled<number | null>
    below_quantity: Filled<Decimal<null>>
    terminal_id: Filled<number | null>
    product_id: Filled<number | null>
    from_index: Filled<Decimal<null>>
    from_date: string
    to_date: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  price_rules: {
    price_rule_id: Filled<number>
    name: string
    company_id: number
    customer_id: Filled<number | null>
    site_id: Filled<number | null>
    price_class: Filled<string | null>
    product_id: Filled<number | null>
    product_group: Filled<'none' | 'crude_oil' | 'fuel_oil' | 'jet_fuel' | 'gasoline' | 'lubricant' | 'lpg' | null>
    unit_id: number
    unit_price: Filled<Decimal<null>>
    terminal_id: Filled<number | null>
    margin: Filled<Decimal<null>>
    max_posted_days: Filled<number | null>
    from_quantity: Filled<Decimal>
    price_by: Filled<'order' | 'delivery'>
    from_date: string
    to_date: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  product_names: {
    product_id: number
    company_id: number
    product_name: string
    updated_at: Filled<Instant>
  }
  push_keys: {
    only_one: Filled<boolean>
    public_key: string
    private_key_sealed: string
  }
  push_subscriptions: {
    push_subscription_id: Filled<number>
    user_id: number
    session_id: number
    endpoint_digest: Buffer
    subscription_sealed: string
    created_at: Filled<Instant>
  }
  questions: {
    question_id: Filled<number>
    question: string
    field_type: Filled<'text' | 'number' | 'date' | 'select' | 'checkbox' | 'photo'>
    object_ref: Filled<string | null>
    object_id: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  raw_uplinks: {
    uplink_id: Computed<number>
    device_id: number
    received_at: Filled<Instant>
    door: string
    accepted: number
    duplicates: number
    refused: number
    body: Json
    outcome: Filled<Json>
  }
  readings: {
    device_id: number
    port_number: number
    at: Instant
    raw: number
    height: Filled<number | null>
    volume: Filled<number | null>
    percent: Filled<number | null>
    temperature: Filled<number | null>
    quality: Filled<number>
  }
  readings_daily: {
    device_id: number
    port_number: number
    at: Instant
    count: number
    sum_volume: number
    min_volume: number
    max_volume: number
    sum_percent: number
    min_percent: number
    max_percent: number
    sum_height: number
    first_at: Instant
    first_volume: number
    last_at: Instant
    last_volume: number
  }
  readings_hourly: {
    device_id: number
    port_number: number
    at: Instant
    count: number
    sum_volume: number
    min_volume: number
    max_volume: number
    sum_percent: number
    min_percent: number
    max_percent: number
    sum_height: number
    first_at: Instant
    first_volume: number
    last_at: Instant
    last_volume: number
  }
  recomputations: {
    recomputation_id: Computed<number>
    device_id: number
    device_ports_id: number
    port_number: number
    from_day: string
    next_day: string
    until_day: string
    status: Filled<string>
    readings: Filled<number>
    memory: Filled<Json<null>>
    requested_by: Filled<number | null>
    requested_at: Filled<Instant>
    finished_at: Filled<Instant<null>>
  }
  recovery_codes: {
    user_id: number
    code_hash: Buffer
    created_at: Filled<Instant>
    used_at: Filled<Instant<null>>
  }
  round_facts: {
    shipment_id: Computed<number | null>
    product_id: Computed<number | null>
    truck_id: Computed<number | null>
    parts: Computed<number | null>
    delivered: Computed<Decimal<null>>
    metered: Computed<Decimal<null>>
    gauged: Computed<Decimal<null>>
    difference: Computed<Decimal<null>>
  }
  round_figures: {
    shipment_id: number
    product_id: Filled<number | null>
    truck_id: Filled<number | null>
    parts: number
    delivered: Decimal
    metered: Decimal
    gauged: Decimal
    difference: Decimal
  }
  sale_facts: {
    entry_id: Computed<number | null>
    part: Computed<number | null>
    seller_id: Computed<number | null>
    currency_id: Computed<number | null>
    day: Computed<string | null>
    document_id: Computed<number | null>
    company_id: Computed<number | null>
    site_id: Computed<number | null>
    product_id: Computed<number | null>
    truck_id: Computed<number | null>
    driver_id: Computed<number | null>
    terminal_id: Computed<number | null>
    bought_at: Computed<Instant<null>>
    litres: Computed<Decimal<null>>
    amount: Computed<Decimal<null>>
    cost: Computed<Decimal<null>>
  }
  sale_lines: {
    entry_id: number
    part: number
    seller_id: number
    currency_id: number
    day: string
    document_id: number
    company_id: number
    site_id: Filled<number | null>
    product_id: Filled<number | null>
    truck_id: Filled<number | null>
    driver_id: Filled<number | null>
    terminal_id: Filled<number | null>
    bought_at: Filled<Instant<null>>
    litres: Filled<Decimal<null>>
    amount: Decimal
    cost: Filled<Decimal<null>>
  }
  saved_views: {
    saved_view_id: Computed<number>
    user_id: number
    company_id: number
    resource: string
    name: string
    state: Json
    is_shared: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  seal_key_checks: {
    only_one: Filled<boolean>
    digest: Buffer
    stored_at: Filled<Instant>
  }
  sensor_types: {
    sensor_type_id: Filled<number>
    sensor_type: string
    sensor_description: string
    measure: Filled<'distance' | 'height' | 'pressure' | 'current' | 'percent' | 'volume_percent' | 'temperature'>
    measurement_symbol: Filled<string | null>
    imperial_symbol: string
    metric_symbol: string
    round_precision: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    accuracy: Filled<Decimal<null>>
    resolution: Filled<Decimal<null>>
  }
  sessions: {
    session_id: Computed<number>
    token_hash: Buffer
    user_id: number
    account_id: number
    created_at: Filled<Instant>
    last_used_at: Filled<Instant>
    expires_at: Instant
    address: Filled<string | null>
    user_agent: Filled<string | null>
    build_version: Filled<string | null>
    revoked_at: Filled<Instant<null>>
    way: Filled<string>
    device: Filled<string | null>
    place: Filled<string | null>
    impersonator_session_id: Filled<number | null>
    impersonation_mode: Filled<string | null>
    authenticated_at: Filled<Instant<null>>
  }
  settings: {
    setting_key: string
    value: Json
    updated_at: Filled<Instant>
  }
  shipment_overrules: {
    shipment_overrule_id: Computed<number>
    shipment_id: number
    shipment_detail_id: Filled<number | null>
    stage: string
    rule: string
    quantity_liters: Filled<Decimal<null>>
    limit_liters: Filled<Decimal<null>>
    reason: string
    user_id: Filled<number | null>
    at: Filled<Instant>
  }
  shipment_planner_details: {
    shipment_detail_id: Filled<number>
    shipment_id: number
    sort_order: number
    product_id: number
    quantity_ordered: Filled<number>
    compartment: Filled<number | null>
    document_detail_id: Filled<number | null>
    device_ports_id: Filled<number | null>
    company_id: Filled<number | null>
    quantity_delivered: Filled<Decimal<null>>
    fuel_surcharge: Filled<Decimal<null>>
    estimated_delivery_date: Filled<string | null>
    shipping_address_id: Filled<number | null>
    ship_location_label: Filled<string | null>
    ship_address1: Filled<string | null>
    ship_address2: Filled<string | null>
    ship_city: Filled<string | null>
    ship_state: Filled<string | null>
    ship_zip_code: Filled<string | null>
    ship_zip_code_ext: Filled<string | null>
    ship_country_iso_3: Filled<string | null>
    quantity: Filled<Decimal>
    unit_id: Filled<number>
    quantity_liters: Filled<Decimal<null>>
    delivered: Filled<Decimal<null>>
    delivered_unit_id: Filled<number | null>
    delivered_liters: Filled<Decimal<null>>
    room_liters: Filled<Decimal<null>>
    stop_id: Filled<number | null>
  }
  shipment_planners: {
    shipment_id: Filled<number>
    shipment_number: Computed<string | null>
    company_id: number
    status_id: Filled<1 | 2 | 3 | 4 | 5>
    truck_id: Filled<number | null>
    trailer_id: Filled<number | null>
    load_date: string
    deliver_date: Filled<string | null>
    delivered_by: Filled<number | null>
    overrule_ullage: Filled<number>
    signed_by: Filled<string | null>
    signed_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    overrule_reason: Filled<string | null>
    left_at: Filled<Instant<null>>
    delivered_at: Filled<Instant<null>>
    is_firm: Filled<number>
  }
  shipment_signatures: {
    shipment_id: number
    name: string
    signature: string
    signed_at: Instant
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
    user_id: Filled<number | null>
    created_at: Filled<Instant>
  }
  shipment_stops: {
    stop_id: Filled<number>
    shipment_id: number
    sequence: number
    company_id: Filled<number | null>
    site_id: Filled<number | null>
    place: Filled<string>
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
    planned_arrival: Filled<Instant<null>>
    service_minutes: Filled<number | null>
    status: Filled<string>
    arrived_at: Filled<Instant<null>>
    done_at: Filled<Instant<null>>
    reason: Filled<string | null>
    note: Filled<string | null>
    signed_by: Filled<string | null>
    signed_at: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    expected_arrival: Filled<Instant<null>>
  }
  sign_in_challenges: {
    challenge_hash: Buffer
    purpose: string
    user_id: Filled<number | null>
    way: string
    remember: Filled<boolean>
    address: string
    signed: Filled<string | null>
    attempts: Filled<number>
    expires_at: Instant
    identity_provider_id: Filled<number | null>
  }
  sign_in_reservations: {
    reservation_id: Computed<number>
    name: string
    address: string
    reserved_at: Filled<Instant>
  }
  sign_ups: {
    sign_up_id: Computed<number>
    company: string
    first_name: string
    last_name: string
    username: string
    phone_number: string
    password: string
    language: Filled<'ar' | 'bg' | 'cs' | 'da' | 'de' | 'el' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'he' | 'hu' | 'id' | 'it' | 'ja' | 'ko' | 'nl' | 'no' | 'pl' | 'pt' | 'ro' | 'ru' | 'sv' | 'th' | 'tr' | 'zh' | null>
    state: Filled<'unconfirmed' | 'waiting' | 'approved' | 'refused'>
    asked_at: Filled<Instant>
    confirmed_at: Filled<Instant<null>>
    company_id: Filled<number | null>
    user_id: Filled<number | null>
    decided_at: Filled<Instant<null>>
    decided_by: Filled<number | null>
    reason: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  sites: {
    site_id: Filled<number>
    name: string
    company_id: number
    contract: Filled<'automatic' | 'will_call' | 'keep_full'>
    area: Filled<string | null>
    status: Filled<number>
    address1: Filled<string | null>
    address2: Filled<string | null>
    city: Filled<string | null>
    state: Filled<string | null>
    zip_code: Filled<string | null>
    country_id: Filled<number>
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
    time_zone: Filled<string | null>
    contact_name: Filled<string | null>
    contact_phone: Filled<string | null>
    access_notes: Filled<string | null>
    gate_code: Filled<string | null>
    gate_code_sealed: Filled<string | null>
    delivery_windows: Filled<Json<null>>
    smallest_drop: Filled<Decimal<null>>
    imperial_smallest_drop: Filled<Decimal<null>>
    hose_reach: Filled<Decimal<null>>
    imperial_hose_reach: Filled<Decimal<null>>
    picture_id: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  sql_fields: {
    field_id: Filled<number>
    table_id: number
    position: Filled<number | null>
    name: string
    type: string
    length: Filled<string | null>
    default_value: Filled<string | null>
    attributes: Filled<string | null>
    index_type: Filled<string | null>
    alias: string
    placeholder: Filled<string | null>
    example: Filled<string | null>
    comments: Filled<string | null>
    input_type: Filled<string | null>
    rules: Filled<string | null>
    form_rules: Filled<string | null>
    aggregate: Filled<string | null>
    fillable: Filled<number>
    protected: Filled<number>
    is_hidden: Filled<number>
    is_searchable: Filled<number>
    date_sync: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  sql_relationships: {
    relation_id: Filled<number>
    field_id: number
    relation_type: 1 | 2 | 3
    reference_column_id: number
    foreign_object_name: string
    foreign_model_name: string
    is_user_def: Filled<number>
    date_sync: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  sql_tables: {
    table_id: Filled<number>
    table_name: string
    comments: Filled<string | null>
    date_sync: Filled<Instant<null>>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  stop_pictures: {
    picture_id: string
    stop_id: number
    user_id: number
    picture: Buffer
    taken_at: Instant
  }
  stop_signatures: {
    stop_id: number
    signature: string
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
  }
  subscription_invoices: {
    invoice_id: number
    subscription_id: number
    period_start: string
    period_end: string
  }
  subscriptions: {
    id: Filled<number>
    plan_name: Filled<string | null>
    company_id: number
    device_id: Filled<number | null>
    device_seats: Filled<number | null>
    amount: Filled<Decimal>
    term_length: 1 | 12
    period_start: string
    period_end: Filled<string | null>
    paid: Filled<number | null>
    status: Filled<string | null>
    stripe_subscription_id: Filled<string | null>
    invoice_id: Filled<string | null>
    notes: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  tags: {
    tag_id: Filled<number>
    tag: string
    company_id: number
    device_count: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  tank_changes: {
    tank_change_id: Computed<number>
    device_id: number
    port_number: number
    kind: string
    started_at: Instant
    ended_at: Instant
    volume: number
    before_volume: number
    after_volume: number
    is_judged: Filled<boolean>
  }
  tank_judgements: {
    device_id: number
    port_number: number
    judged_day: string
    usual_since: Filled<string | null>
    none: Filled<string | null>
    smallest: Filled<number | null>
    spread: Filled<number | null>
    evidence: Filled<number | null>
    threshold: Filled<number | null>
  }
  tank_manufacturers: {
    manufacturer_id: Filled<number>
    manufacturer: string
    contact_name: Filled<string | null>
    phone: Filled<string | null>
    email: Filled<string | null>
    website: Filled<string | null>
    notes: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
  }
  tank_products: {
    product_id: Filled<number>
    product_name: string
    company_id: number
    specific_gravity: Filled<Decimal>
    product_group: Filled<'none' | 'crude_oil' | 'fuel_oil' | 'jet_fuel' | 'gasoline' | 'lubricant' | 'lpg'>
    color: string
    total_active_sensors: Filled<number | null>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    grade: Filled<string | null>
    not_followed_by: Filled<string | null>
    not_beside: Filled<string | null>
    max_fill: Filled<Decimal<null>>
    hazard_class: Filled<string | null>
    un_number: Filled<string | null>
    unusable_bottom: Filled<Decimal<null>>
    degree_day_base: Filled<'f65' | 'c18' | null>
    expansion_room: Filled<Decimal<null>>
    proper_shipping_name: Filled<string | null>
    packing_group: Filled<'I' | 'II' | 'III' | null>
    vehicle_class: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
    list_price: Filled<Decimal<null>>
    list_price_unit_id: Filled<number | null>
    invoice_notice: Filled<string | null>
  }
  tank_specs: {
    tank_spec_id: Filled<number>
    tank_name: string
    manufacturer_id: number
    tank_type_id: number
    def_liters: Filled<Decimal>
    metric_diameter: Filled<Decimal>
    metric_height: Filled<Decimal>
    metric_width: Filled<Decimal>
    metric_length: Filled<Decimal>
    def_us_gallons: Filled<Decimal>
    imperial_diameter: Filled<Decimal>
    imperial_height: Filled<Decimal>
    imperial_width: Filled<Decimal>
    imperial_length: Filled<Decimal>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    capacity_confirmed: Filled<number>
    metric_wall: Filled<Decimal>
    imperial_wall: Filled<Decimal>
    metric_dish_radius: Filled<Decimal>
    imperial_dish_radius: Filled<Decimal>
    metric_knuckle_radius: Filled<Decimal>
    imperial_knuckle_radius: Filled<Decimal>
  }
  tank_steps: {
    device_id: number
    port_number: number
    at: Instant
    volume: number
  }
  tank_types: {
    tank_type_id: Filled<number>
    tank_type: string
    slug: string
    formula: Filled<string | null>
    image_url: Filled<string | null>
    comments: Filled<string | null>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  tanker_trucks: {
    truck_id: Filled<number>
    truck_name: string
    company_id: number
    vehicle_type: Filled<'trailer' | 'truck'>
    driver_id: Filled<number | null>
    serial: Filled<string | null>
    meter_style: Filled<'old' | 'new'>
    max_weight: number
    gvwr: number
    payload: number
    num_of_compartments: Filled<number>
    compartment1: Filled<number>
    compartment2: Filled<number>
    compartment3: Filled<number>
    compartment4: Filled<number>
    compartment5: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    imperial_max_weight: Filled<Decimal<null>>
    imperial_gvwr: Filled<Decimal<null>>
    imperial_payload: Filled<Decimal<null>>
    imperial_compartment1: Filled<Decimal<null>>
    imperial_compartment2: Filled<Decimal<null>>
    imperial_compartment3: Filled<Decimal<null>>
    imperial_compartment4: Filled<Decimal<null>>
    imperial_compartment5: Filled<Decimal<null>>
    home_latitude: Filled<Decimal<null>>
    home_longitude: Filled<Decimal<null>>
    shift_start: Filled<string | null>
    shift_end: Filled<string | null>
    front_axle_limit: Filled<number | null>
    front_axle_empty: Filled<number | null>
    rear_axle_limit: Filled<number | null>
    rear_axle_empty: Filled<number | null>
    imperial_front_axle_limit: Filled<Decimal<null>>
    imperial_front_axle_empty: Filled<Decimal<null>>
    imperial_rear_axle_limit: Filled<Decimal<null>>
    imperial_rear_axle_empty: Filled<Decimal<null>>
    rear_share1: Filled<Decimal<null>>
    rear_share2: Filled<Decimal<null>>
    rear_share3: Filled<Decimal<null>>
    rear_share4: Filled<Decimal<null>>
    rear_share5: Filled<Decimal<null>>
    unloading_order: Filled<'any' | 'rear_first' | 'front_first'>
    vehicle_class: Filled<'any' | 'fuel' | 'lpg' | 'def' | 'chemical'>
    compartment_class1: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
    compartment_class2: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
    compartment_class3: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
    compartment_class4: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
    compartment_class5: Filled<'fuel' | 'lpg' | 'def' | 'chemical' | null>
  }
  tax_codes: {
    tax_code_id: Computed<number>
    name: string
    printed_name: string
    company_id: number
    jurisdiction: Filled<string | null>
    basis: Filled<'percent' | 'per_unit'>
    unit_id: Filled<number | null>
    currency_id: Filled<number | null>
    applies_to: Filled<'goods' | 'goods_and_freight'>
    rounding: Filled<'document' | 'line'>
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  tax_exemptions: {
    tax_exemption_id: Computed<number>
    company_id: number
    customer_id: number
    tax_code_id: Filled<number | null>
    product_id: Filled<number | null>
    exempt_use: 'farm' | 'off_road' | 'resale' | 'government'
    certificate: string
    end_date: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  tax_rates: {
    tax_rate_id: Computed<number>
    tax_code_id: number
    rate: Decimal
    from_date: string
    to_date: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  tax_rules: {
    tax_rule_id: Computed<number>
    tax_code_id: number
    country_iso_3: Filled<string | null>
    state: Filled<string | null>
    city: Filled<string | null>
    zip_from: Filled<string | null>
    zip_to: Filled<string | null>
    product_id: Filled<number | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  terminals: {
    terminal_id: Computed<number>
    company_id: number
    name: string
    device_id: Filled<number | null>
    address1: Filled<string | null>
    address2: Filled<string | null>
    city: Filled<string | null>
    state: Filled<string | null>
    zip_code: Filled<string | null>
    latitude: Filled<Decimal<null>>
    longitude: Filled<Decimal<null>>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  ticket_blocks: {
    ticket_block_id: Computed<number>
    company_id: number
    user_id: number
    first_number: number
    last_number: number
    reserved_at: Instant
  }
  told_changes: {
    told_change_id: Computed<number>
    device_id: number
    port_number: number
    verdict: string
    started_at: Instant
    ended_at: Instant
    volume: number
    note: Filled<string | null>
    told_by: Filled<number | null>
    told_at: Instant
  }
  totp_secrets: {
    user_id: number
    sealed: string
    confirmed_at: Filled<Instant<null>>
    last_step: Filled<number>
    created_at: Filled<Instant>
  }
  transaction_document_details: {
    document_detail_id: Filled<number>
    document_id: number
    sort_order: number
    product_id: number
    quantity: Decimal
    unit_price: Filled<Decimal>
    line_discount_type: Filled<'A' | 'P'>
    line_discount_amount: Filled<Decimal>
    line_discount_percentage: Filled<Decimal>
    line_total: Decimal
    quantity_delivered: Filled<Decimal>
    unit_id: Filled<number>
    quantity_liters: Filled<Decimal<null>>
    source_detail_id: Filled<number | null>
    quantity_by_hand: Filled<Decimal>
    unpriced: Computed<number>
    credited_detail_id: Filled<number | null>
    price_source: Filled<'agreement' | 'place' | 'class' | 'price_list' | 'last_price' | 'list_price' | 'by_hand' | null>
    price_problem: Filled<'no_posted_price' | 'posted_too_old' | 'other_currency' | 'not_above_zero' | null>
    price_reason: Filled<string | null>
    price_found: Filled<Json<null>>
    ordered_port_id: Filled<number | null>
  }
  transaction_documents: {
    document_id: Filled<number>
    document_number: Filled<string>
    document_type: Filled<'quote' | 'sales_order' | 'purchase_order' | 'invoice' | 'credit_note'>
    company_id: number
    device_id: number
    status_id: Filled<20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39>
    approved: number
    document_date: Filled<string>
    due_date: string
    payment_term_id: number
    currency_id: number
    exchange_rate: Filled<Decimal>
    customer_po: Filled<string | null>
    work_order_no: Filled<string | null>
    shipping_carrier_id: Filled<number | null>
    department_id: Filled<number | null>
    shipping_address_id: Filled<number | null>
    billing_address_id: Filled<number | null>
    ship_location_label: Filled<string | null>
    ship_address1: Filled<string | null>
    ship_address2: Filled<string | null>
    ship_city: Filled<string | null>
    ship_state: Filled<string | null>
    ship_zip_code: Filled<string | null>
    ship_zip_code_ext: Filled<string | null>
    ship_country_iso_3: Filled<string | null>
    bill_location_label: Filled<string | null>
    bill_address1: Filled<string | null>
    bill_address2: Filled<string | null>
    bill_city: Filled<string | null>
    bill_state: Filled<string | null>
    bill_zip_code: Filled<string | null>
    bill_zip_code_ext: Filled<string | null>
    bill_country_iso_3: Filled<string | null>
    discount_type: Filled<'A' | 'P'>
    discount: Filled<Decimal>
    freight: Filled<Decimal>
    customs: Filled<Decimal>
    expedite_fee: Filled<Decimal>
    handling_charge: Filled<Decimal>
    subtotal: Filled<Decimal>
    discount_amount: Filled<Decimal>
    total_amount: Filled<Decimal>
    balance: Filled<Decimal<null>>
    document_subtotal: Filled<Decimal>
    document_discount: Filled<Decimal>
    document_freight: Filled<Decimal>
    document_customs: Filled<Decimal>
    document_expedite_fee: Filled<Decimal>
    document_handling_charge: Filled<Decimal>
    document_total_amount: Filled<Decimal>
    document_balance: Filled<Decimal<null>>
    comments: Filled<string | null>
    source_document_id: Filled<number | null>
    archived: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    vendor_id: Filled<number | null>
    wished_date: Filled<string | null>
    closed_short: Filled<number>
    close_reason: Filled<string | null>
    given_out: Filled<number>
    site_id: Filled<number | null>
    unpriced: Filled<number>
    external_number: Filled<string | null>
    seller_id: Filled<number>
    tax_total: Filled<Decimal>
    document_tax_total: Filled<Decimal>
    grand_total: Computed<Decimal>
    document_grand_total: Computed<Decimal>
    fees_found: Filled<Json<null>>
    credit_reason: Filled<string | null>
  }
  truck_positions: {
    shipment_id: number
    latitude: Decimal
    longitude: Decimal
    at: Instant
  }
  undo_entries: {
    undo_id: Computed<number>
    user_id: number
    company_id: Filled<number | null>
    resource: string
    action: string
    records_sealed: string
    created_at: Filled<Instant>
  }
  units_of_measure: {
    id: Filled<number>
    unit: string
    unit_abbrev: string
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    measure: Filled<'volume' | 'mass' | 'count' | 'time' | 'other' | 'system'>
    factor: Filled<Decimal<null>>
    code: Filled<string | null>
  }
  user_defined_fields: {
    field_id: Filled<number>
    resource: 'customers' | 'distributors' | 'manufacturers' | 'shipping_carriers' | 'vendors' | 'sites' | 'devices' | 'device_ports' | 'tags' | 'people' | 'departments' | 'tank_products' | 'tank_manufacturers' | 'tank_specs' | 'tanker_trucks' | 'transaction_documents' | 'shipment_planners' | 'work_orders' | 'subscriptions' | 'bank_accounts' | 'chart_of_accounts' | 'payment_terms'
    name: string
    label: string
    label_es: Filled<string | null>
    data_type: Filled<'text' | 'long_text' | 'integer' | 'decimal' | 'flag' | 'date' | 'time' | 'choice' | 'email' | 'url'>
    choices: Filled<Json<null>>
    help: Filled<string | null>
    help_es: Filled<string | null>
    is_required: Filled<number>
    default_value: Filled<string | null>
    max_length: Filled<number | null>
    decimals: Filled<number | null>
    min_value: Filled<Decimal<null>>
    max_value: Filled<Decimal<null>>
    in_list: Filled<number>
    is_searchable: Filled<number>
    is_filter: Filled<number>
    staff_only: Filled<number>
    sort_order: Filled<number>
    is_active: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  user_notifications: {
    user_notification_id: Computed<number>
    user_id: number
    cause: string
    told: string
    params: Filled<Json>
    notification_id: Filled<number | null>
    subject: Filled<string | null>
    message: Filled<string | null>
    object_ref: Filled<string | null>
    object_id: Filled<number | null>
    read_at: Filled<Instant<null>>
    dismissed_at: Filled<Instant<null>>
    mail_due: Filled<boolean>
    created_at: Filled<Instant>
    channel: Filled<string | null>
    send_state: Filled<string | null>
    is_urgent: Filled<boolean>
    send_tries: Filled<number>
    send_next_at: Filled<Instant>
    handed_over_at: Filled<Instant<null>>
    sent_at: Filled<Instant<null>>
    send_error: Filled<string | null>
    mail_id: Filled<number | null>
    removed_at: Filled<Instant<null>>
  }
  users: {
    user_id: Filled<number>
    username: string
    password: string
    login_type_id: 'employee' | 'customer_support' | 'administrator' | 'developer' | 'csr' | 'producer' | 'dispatcher' | 'technician' | 'driver' | 'dispenser_mgr' | 'customer_readonly' | 'customer' | 'd_acct_mgr' | 'distributor' | 'v_acct_mgr' | 'vendor'
    company_id: number
    people_id: Filled<number | null>
    first_name: string
    last_name: string
    phone_number: string
    restrict_login_location: Filled<number>
    department_id: Filled<number | null>
    default_route: Filled<string | null>
    owner: Filled<number>
    status: Filled<number>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  weather_cells: {
    north: number
    east: number
    asked_at: Instant
    answered_at: Filled<Instant<null>>
    fault: Filled<string | null>
  }
  weather_days: {
    north: number
    east: number
    day: string
    mean: number
    told_at: Instant
  }
  webhook_deliveries: {
    webhook_delivery_id: Filled<number>
    webhook_id: number
    message_id: string
    event_type: 'level.crossed' | 'alert.opened' | 'alert.closed' | 'device.silent' | 'order.changed' | 'invoice.changed' | 'payment.changed' | 'shipment.changed' | 'ticket.changed' | 'import.changed' | 'readings.stored' | 'test'
    resource: Filled<string | null>
    record_id: Filled<number | null>
    payload: string
    state: Filled<'waiting' | 'sent' | 'failed'>
    tries: Filled<number>
    next_try_at: Filled<Instant<null>>
    queued_at: Filled<Instant>
    tried_at: Filled<Instant<null>>
    last_status: Filled<number | null>
    last_error: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
  }
  webhooks: {
    webhook_id: Filled<number>
    name: string
    url: string
    event_types: Json
    status: Filled<'active' | 'disabled'>
    disabled_reason: Filled<'user' | 'failing' | 'gone' | 'account' | null>
    user_id: number
    company_id: number
    secret_sealed: Filled<string | null>
    has_secret: Filled<number>
    last_success_at: Filled<Instant<null>>
    failing_since: Filled<Instant<null>>
    rests_until: Filled<Instant<null>>
    last_error: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    format: Filled<'standard' | 'slack' | 'teams'>
  }
  work_orders: {
    id: Filled<number>
    wo_number: Filled<string | null>
    device_id: number
    status_id: Filled<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18>
    wo_requested_by: number
    zoho_estimate_id: string
    warranty_repair: Filled<number | null>
    reason_for_return: Filled<string | null>
    return_address: Filled<string | null>
    contact_name: Filled<string | null>
    contact_phone: Filled<string | null>
    contact_phone_formatted: Filled<string | null>
    contact_email: Filled<string | null>
    country_id: Filled<number | null>
    inbound_tracking_number: Filled<string | null>
    outbound_tracking_number: Filled<string | null>
    outbound_carrier_id: Filled<number | null>
    work_performed: Filled<string | null>
    date_performed: Filled<string | null>
    performed_by: Filled<number | null>
    private_notes: Filled<string | null>
    created_at: Filled<Instant>
    updated_at: Filled<Instant>
    user_fields: Filled<Json>
    site_id: Filled<number | null>
  }
}
