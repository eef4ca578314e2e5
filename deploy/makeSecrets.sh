#!/bin/sh
# Prints random secrets for deploy/compose.yaml and deploy/cluster. Hexadecimal passwords need no escapes in addresses.
cat <<END
DATABASE_PASSWORD=$(openssl rand -hex 24)
SUPERUSER_PASSWORD=$(openssl rand -hex 24)
REPLICATION_PASSWORD=$(openssl rand -hex 24)
MQTT_PASSWORD=$(openssl rand -hex 24)
SEAL_KEY=$(openssl rand -base64 32)
END
