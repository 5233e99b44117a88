import '@nestjs/common';
